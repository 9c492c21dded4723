import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { BankTarget } from '../../../contract/rules/bank/propose.ts';
import { type Cents, toCents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { NewMatch } from '../../db/repositories/bank/matches.ts';
import type { BankRow } from '../../db/repositories/bank/transactions.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { changeSeveral } from '../facts/changeFacts.ts';
import type { PaymentBy } from '../payments/paymentEffects.ts';
import type { RequestedLine } from '../payments/paymentForm.ts';
import { recordReceipt } from '../payments/recordReceipt.ts';
import { stepReceipt } from '../payments/stepReceipt.ts';
import { stepPayout } from '../payouts/stepPayout.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import { bankMethodOf } from './bankView.ts';
import type { BankDecision } from './decision.ts';
import { directionOf } from './judgeTransactions.ts';
import { rememberParty } from './rememberRule.ts';

type Matching = Extract<BankDecision, { kind: 'match' | 'receipt' }>;
type Part = Readonly<{ target: BankTarget; amount: Cents }>;
type WrittenMatch = Omit<NewMatch, 'transaction_id' | 'created_by'>;
const t = messages.bankRefusals;
const kinds = { in: ['invoice', 'receipt'], out: ['payout', 'run'] } as const satisfies Record<string, readonly BankTarget['kind'][]>;
const AMOUNT_PATTERN = /^\d{1,10}(\.\d{1,2})?$/;
const MAX_REFERENCE = 100;

const targetGoneProblem = (): Problem => new Problem(409, 'bank_gone', t.gone);

/** Locks the targets, so that of two concurrent matches the second sees the first. */
const lockTargets = async (tx: Repositories, ids: Readonly<Record<BankTarget['kind'], readonly number[]>>): Promise<BankTarget[]> => {
  await tx.payoutRuns.lockAll(ids.run, ids.payout);
  for (const id of [...ids.payout].sort((a, b) => a - b)) await tx.payouts.lock(id);
  for (const id of [...ids.receipt].sort((a, b) => a - b)) await tx.receipts.lock(id);
  return tx.bankTargets.named(ids);
};

/** Resolves the requested lines to current targets. @throws Problem 409 bank_gone, 422 naming `lines` */
const partsOf = async (tx: Repositories, row: BankRow, lines: Extract<Matching, { kind: 'match' }>['lines']): Promise<Part[]> => {
  if (lines.length === 0) throw formProblem({ lines: t.lines });
  const ids = { invoice: [] as number[], receipt: [] as number[], payout: [] as number[], run: [] as number[] };
  const requestedParts = lines.map(({ kind, id, amount }) => {
    const allowed: readonly string[] = kinds[directionOf(row)];
    if (!allowed.includes(kind)) throw formProblem({ lines: t.direction });
    const target = rowId(id);
    if (target === null) throw targetGoneProblem();
    const amountText = typeof amount === 'number' ? String(amount) : typeof amount === 'string' ? amount.trim() : '';
    if (!AMOUNT_PATTERN.test(amountText) || toCents(amountText) === 0) throw formProblem({ lines: t.lineInvalid });
    ids[kind as BankTarget['kind']].push(target);
    return { key: `${kind}-${id}`, amount: toCents(amountText) };
  });
  const targets = new Map((await lockTargets(tx, ids)).map((target) => [`${target.kind}-${target.id}`, target]));
  return requestedParts.map(({ key, amount }, index) => {
    const target = targets.get(key);
    if (!target) throw targetGoneProblem();
    const { label, kind, open } = target;
    if (requestedParts.findIndex((part) => part.key === key) !== index) throw formProblem({ lines: fill(t.twice, { label }) });
    if (kind !== 'invoice' && amount !== open) throw formProblem({ lines: fill(t.exact, { label, amount: dollars(open) }) });
    if (amount > open) throw formProblem({ lines: fill(messages.paymentRefusals.aboveOpen, { label, open: dollars(open) }) });
    return { target, amount };
  });
};

const sumOf = (parts: readonly Part[]): Cents => parts.reduce((sum, { amount }) => sum + amount, 0);

/** Lines must add up to the full amount, unless they pay one customer's invoices: the rest becomes customer credit. @throws Problem 422 */
const assertSum = (row: BankRow, parts: readonly Part[]): void => {
  const [all, sum] = [Math.abs(row.amount_cents), sumOf(parts)];
  if (sum > all) throw formProblem({ lines: fill(t.above, { amount: dollars(all) }) });
  const payers = new Set(parts.filter(({ target }) => target.kind === 'invoice').map(({ target }) => target.party));
  if (sum < all && payers.size !== 1) throw formProblem({ lines: fill(t.sum, { amount: dollars(all) }) });
};

/** The bank's booking day, or today if that day is in a closed month or in the future. */
const receiptDay = async (tx: Repositories, { booked_on: day }: BankRow, at: Date): Promise<Day> => {
  const { config } = await currentConfig(tx);
  const today = todayIn(config.timezone, at);
  return day > today || (await tx.periods.closedIn(day, day)).length > 0 ? today : day;
};

type ReceiptRequest = Readonly<{ customer: number; amount: Cents; lines: readonly RequestedLine[] | null }>;
/** @throws Problem 409 payment_duplicate if an unmatched receipt records the same money, period_closed, 422 */
const recordBankReceipt = async (
  tx: Repositories,
  row: BankRow,
  { customer, amount, lines }: ReceiptRequest,
  context: PaymentBy,
): Promise<WrittenMatch> => {
  await tx.receipts.lockCustomer(customer);
  const duplicate = await tx.bankTargets.sameReceipt(customer, amount, row.booked_on);
  if (duplicate !== null) throw new Problem(409, 'payment_duplicate', fill(t.duplicate, { label: `cp-${duplicate}` }));
  const input = {
    type: 'customer_payment',
    payer: customer,
    amount,
    day: await receiptDay(tx, row, context.at),
    method: bankMethodOf(row),
    reference:
      (row.memo ?? row.description ?? '')
        .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
        .trim()
        .slice(0, MAX_REFERENCE) || null,
    notes: `${row.source}, ${row.booked_on}: ${row.counterparty}`.replace(/[\p{Cc}\p{Cf}]/gu, ' '),
    cleared: true,
    // The duplicate check above covers this: it looks only at unmatched receipts.
    confirmed: true,
    lines,
  } as const;
  const receipt = await recordReceipt(tx, input, context);
  return { receipt_id: receipt.id, payout_id: null, amount_cents: amount, wrote: 'recorded' };
};

const payersOf = (invoices: readonly Part[]): number[] => [...new Set(invoices.map(({ target }) => target.party))].sort((a, b) => a - b);

/** Locks customers, then all invoices, each by id: locking payment by payment could deadlock. */
const lockPaid = async (tx: Repositories, invoices: readonly Part[], receipts: readonly Part[]): Promise<void> => {
  for (const customer of payersOf(invoices)) await tx.receipts.lockCustomer(customer);
  const paid = await tx.allocations.of(receipts.map(({ target }) => target.id));
  await tx.receipts.lockInvoices([...invoices.map(({ target }) => target.id), ...paid.map(({ invoice_id }) => invoice_id)]);
};

/** Records one receipt per customer. */
const payInvoices = async (
  tx: Repositories,
  row: BankRow,
  parts: readonly Part[],
  remaining: Cents,
  context: PaymentBy,
): Promise<WrittenMatch[]> => {
  const written: WrittenMatch[] = [];
  for (const customer of payersOf(parts)) {
    const own = parts.filter(({ target }) => target.party === customer);
    const lines = own.map(({ target, amount }) => ({ kind: 'invoice', id: target.id, amount }) as const);
    written.push(await recordBankReceipt(tx, row, { customer, amount: sumOf(own) + remaining, lines }, context));
  }
  return written;
};

/** Completes a waiting receipt; one that is completed or owned by another system is only linked. */
const matchReceipt = async (tx: Repositories, { target: { id }, amount }: Part, context: PaymentBy): Promise<WrittenMatch> => {
  const receipt = await tx.receipts.byId(id);
  const isWaiting = receipt?.state === 'pending' && receipt.source === null;
  if (isWaiting) await stepReceipt(tx, { id, version: receipt.version, event: { type: 'approve' }, verb: 'approved' }, context);
  return { receipt_id: id, payout_id: null, amount_cents: amount, wrote: isWaiting ? 'approved' : 'linked' };
};

/** @throws Problem 409 due_moved, period_closed */
const matchPayout = async (tx: Repositories, id: number, context: PaymentBy): Promise<WrittenMatch> => {
  const payout = await tx.payouts.lock(id);
  if (!payout) throw targetGoneProblem();
  const isInTransit = payout.state === 'processing';
  if (isInTransit) await stepPayout(tx, { id, version: payout.version, event: { type: 'complete' }, deed: 'completed' }, context);
  return { receipt_id: null, payout_id: id, amount_cents: payout.amount_cents, wrote: isInTransit ? 'completed' : 'linked' };
};

const payoutsOf = async (tx: Repositories, { kind, id }: BankTarget): Promise<number[]> => {
  if (kind === 'payout') return [id];
  const ids = (await tx.payoutRuns.payoutsOf(id, ['processing'])).map((payout) => payout.id);
  if (ids.length > limits.bank.linesMax) throw formProblem({ lines: fill(t.runTooLarge, { count: limits.bank.linesMax }) });
  const matchedKeys = new Set(await tx.bankMatches.matchedKeys([], ids));
  return ids.filter((payoutId) => !matchedKeys.has(`payout-${payoutId}`));
};

/** @throws Problem 422 if more than one customer or person is matched */
const rememberMatch = async (tx: Repositories, row: BankRow, parties: readonly number[], context: PaymentBy): Promise<void> => {
  const [party, ...others] = new Set(parties);
  if (!party || others.length > 0) throw formProblem({ remember: t.rememberOne });
  await rememberParty(tx, row, party, context);
};

const writeParts = async (tx: Repositories, row: BankRow, parts: readonly Part[], context: PaymentBy): Promise<WrittenMatch[]> => {
  const ofKind = (kind: BankTarget['kind']): Part[] => parts.filter(({ target }) => target.kind === kind);
  const invoices = ofKind('invoice');
  await lockPaid(tx, invoices, ofKind('receipt'));
  const remaining = Math.abs(row.amount_cents) - sumOf(parts);
  const written = invoices.length > 0 ? await payInvoices(tx, row, invoices, remaining, context) : [];
  for (const part of parts) {
    if (part.target.kind === 'receipt') written.push(await matchReceipt(tx, part, context));
    if (part.target.kind === 'payout' || part.target.kind === 'run')
      for (const id of await payoutsOf(tx, part.target)) written.push(await matchPayout(tx, id, context));
  }
  return written;
};

const receiptOf = async (
  tx: Repositories,
  row: BankRow,
  matching: Extract<Matching, { kind: 'receipt' }>,
  context: PaymentBy,
): Promise<WrittenMatch[]> => {
  if (directionOf(row) === 'out') throw formProblem({ customer_id: t.receiptOut });
  const customer = rowId(matching.customer_id);
  if (customer === null || !(await tx.receipts.customer(customer))) throw formProblem({ customer_id: t.customer });
  if (matching.remember) await rememberMatch(tx, row, [customer], context);
  return [await recordBankReceipt(tx, row, { customer, amount: row.amount_cents, lines: matching.apply ? null : [] }, context)];
};

/** True if the match writes several payments; a run counts as several because its size is not loaded yet. */
const hasSeveralPayments = (parts: readonly Part[]): boolean => {
  const payers = payersOf(parts.filter(({ target }) => target.kind === 'invoice'));
  const others = parts.filter(({ target }) => target.kind !== 'invoice');
  return payers.length + others.length > 1 || others.some(({ target }) => target.kind === 'run');
};

/** Compares the matcher's own pay once for all payments written. */
const writeAsOneChange = async (tx: Repositories, row: BankRow, parts: readonly Part[], context: PaymentBy): Promise<WrittenMatch[]> => {
  if (!hasSeveralPayments(parts)) return writeParts(tx, row, parts, context);
  const idsOf = (kind: BankTarget['kind']): number[] => parts.flatMap(({ target }) => (target.kind === kind ? [target.id] : []));
  const paid = await tx.allocations.of(idsOf('receipt'));
  const facts = [{ invoices: [...idsOf('invoice'), ...paid.map(({ invoice_id }) => invoice_id)] }, { payouts: idsOf('payout') }];
  const why = { kind: 'payment', customer: row.counterparty, amount_cents: Math.abs(row.amount_cents), method: bankMethodOf(row) } as const;
  return changeSeveral(tx, context, { facts, why }, (watch) => writeParts(tx, row, parts, { ...context, several: true, watch }));
};

/** Writes receipts or completes payouts, and links them. @returns the targets used up, as `invoice-12` */
export const matchTransaction = async (
  tx: Repositories,
  row: BankRow,
  matching: Matching,
  context: PaymentBy,
): Promise<readonly string[]> => {
  const parts = matching.kind === 'match' ? await partsOf(tx, row, matching.lines) : [];
  if (matching.kind === 'match') assertSum(row, parts);
  if (matching.kind === 'match' && matching.remember)
    await rememberMatch(
      tx,
      row,
      parts.map(({ target }) => target.party),
      context,
    );
  const written = matching.kind === 'match' ? await writeAsOneChange(tx, row, parts, context) : await receiptOf(tx, row, matching, context);
  await tx.bankMatches.add(
    written.map((match) => ({ ...match, transaction_id: row.id, created_by: context.principal.userId })),
    context.at,
  );
  return parts.map(({ target }) => `${target.kind}-${target.id}`);
};
