import { type ReceiptEvent, receiptLifecycle } from '../../../contract/lifecycles/receipt.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Allocation, AllocationRow } from '../../db/repositories/payments/allocations.ts';
import type { ReceiptRow } from '../../db/repositories/payments/receipts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { assertOpen } from '../payPeriods/periods.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import { allocateRequest } from './allocate.ts';
import { lockPayableInvoices } from './payableInvoices.ts';
import { type PaymentBy, type PaymentVerb, paymentEntry } from './paymentEffects.ts';
import type { RequestedLine } from './paymentForm.ts';
import { paymentOf, readPaymentViewer, receiptFacts } from './paymentView.ts';
import { readPaidInvoiceIds, receiptCause, writeReceiptFacts } from './writeReceipt.ts';

type State = ReceiptRow['state'];
export type ReceiptStep = Readonly<{ id: number; version: number; event: ReceiptEvent; verb: PaymentVerb }>;
const t = messages.paymentRefusals;
const type = 'customer_payment';

const refusedStep = (row: ReceiptRow): readonly [string, string] => {
  if (row.source !== null) return ['payment_connected', fill(t.connected, { source: row.source })];
  if (row.reversed_by_id !== null) return ['payment_step', t.reversed];
  return ['payment_step', row.reversal_of_id === null ? fill(t.step, { state: row.state }) : t.isReversal];
};

/** Locks the receipt, then checks version and step. @throws Problem 404, 409 stale_version, payment_step, payment_connected */
const lockAndCheck = async (
  tx: Repositories,
  { id, version, event }: ReceiptStep,
  context: PaymentBy,
): Promise<readonly [ReceiptRow, State]> => {
  // Receipt before invoices, the same lock order as in a sync and an import.
  const row = await tx.receipts.lock(id);
  if (!row) throw notFoundProblem('payment');
  const readCurrent = async () => ({ current: paymentOf(await readPaymentViewer(tx, context.principal.actor), { type, row }) });
  if (row.version !== version) throw new Problem(409, 'stale_version', t.stale, await readCurrent());
  const state = step(receiptLifecycle, row.state, event, receiptFacts(row)) as State | null;
  if (state === null) {
    const [code, message] = refusedStep(row);
    throw new Problem(409, code, message, await readCurrent());
  }
  return [row, state];
};

const recordOutcome = async (tx: Repositories, before: ReceiptRow, { verb, event }: ReceiptStep, context: PaymentBy) => {
  const row = (await tx.receipts.evenUnlisted(before.id)) as ReceiptRow;
  const cause = 'reason' in event ? { cause: event.reason } : {};
  return { answer: row, entries: [paymentEntry({ verb, before: { type, row: before }, after: { type, row }, ...cause }, context)] };
};

/** Checks that its invoices were not paid otherwise while it waited. @throws Problem 409 allocation_over_open */
const assertStillOpen = async (tx: Repositories, row: ReceiptRow): Promise<void> => {
  const parts = await tx.allocations.of([row.id]);
  const invoices = await tx.receipts.lockInvoices(parts.map(({ invoice_id }) => invoice_id));
  const openBalances = await tx.allocations.balances(
    parts.map(({ invoice_id }) => invoice_id),
    [row.id],
  );
  for (const { invoice_id, amount_cents } of parts) {
    const remaining = openBalances.get(invoice_id) ?? 0;
    const invoice = invoices.find(({ id }) => id === invoice_id);
    const label = invoice?.invoice_number ?? '';
    if (invoice?.state === 'cancelled') throw new Problem(409, 'allocation_over_open', fill(t.cancelled, { label }));
    if (amount_cents > remaining) throw new Problem(409, 'allocation_over_open', fill(t.approveAbove, { label, open: dollars(remaining) }));
  }
};

/** Today if the receipt's month was closed while it waited; null if the receipt keeps its own day. @throws Problem 409 period_closed */
const readLateDay = async (tx: Repositories, row: ReceiptRow, at: Date): Promise<Day | null> => {
  if ((await tx.periods.closedIn(row.received_on, row.received_on)).length === 0) return null;
  const { config } = await currentConfig(tx);
  const today = todayIn(config.timezone, at);
  await assertOpen(tx, today);
  return today;
};

/** Approves, fails or retries a receipt along with its allocations (decisions 2.15, 2.16). @throws Problem 404, 409 */
export const stepReceipt = (tx: Repositories, change: ReceiptStep, context: PaymentBy): Promise<ReceiptRow> =>
  writeReceiptFacts(tx, context, async (declareFacts) => {
    const [before, state] = await lockAndCheck(tx, change, context);
    const { event } = change;
    const day = event.type === 'approve' ? await readLateDay(tx, before, context.at) : null;
    if (event.type === 'approve') await assertStillOpen(tx, before);
    await declareFacts(await readPaidInvoiceIds(tx, before.id));
    await tx.receipts.change(before.id, { state, failure: event.type === 'fail' ? event.reason : null }, context.at);
    await tx.allocations.setState(before.id, state, day);
    const why = receiptCause(event.type === 'fail' ? 'payment_returned' : 'payment', before);
    return { why, finish: () => recordOutcome(tx, before, change, context) };
  });

/** Reverses a receipt by a separate payment, dated today (decisions 2.16). @throws Problem 404, 409 */
export const reverseReceipt = (tx: Repositories, change: ReceiptStep, context: PaymentBy): Promise<ReceiptRow> =>
  writeReceiptFacts(tx, context, async (declareFacts) => {
    const [before] = await lockAndCheck(tx, change, context);
    const { principal, at } = context;
    const { config } = await currentConfig(tx);
    const today = todayIn(config.timezone, at);
    await assertOpen(tx, today);
    await declareFacts(await readPaidInvoiceIds(tx, before.id));
    const createdAt = at.toISOString();
    const reversal = await tx.receipts.add({
      customer_id: before.customer_id,
      amount_cents: -before.amount_cents,
      received_on: today,
      method: before.method,
      reference: before.reference,
      notes: 'reason' in change.event ? change.event.reason : null,
      state: 'completed',
      reversal_of_id: before.id,
      created_by: principal.userId,
      created_at: createdAt,
      updated_at: createdAt,
    });
    await tx.allocations.reverse(before.id, reversal, principal.userId);
    // Increments the original's version, so that clients that show it unreversed must reload it.
    await tx.receipts.change(before.id, {}, at);
    return { why: receiptCause('payment_returned', before), finish: () => recordOutcome(tx, before, change, context) };
  });

/** Reduces an invoice's allocations to `amount`, latest first: returns the removed ids and the remaining parts of those cut. */
const reduceTo = (
  amount: Cents,
  parts: readonly AllocationRow[],
): Readonly<{ removed: readonly number[]; rest: readonly Allocation[] }> => {
  let remaining = amount;
  const removed: number[] = [];
  const rest: Allocation[] = [];
  for (const { id, amount_cents, ...part } of parts) {
    const keptCents = Math.min(remaining, amount_cents);
    remaining -= keptCents;
    if (keptCents === amount_cents) continue;
    removed.push(id);
    if (keptCents > 0) rest.push({ ...part, amount_cents: keptCents });
  }
  return { removed, rest };
};

/** Unchanged allocations keep their day; new ones count from today. */
const reallocate = async (
  tx: Repositories,
  receipt: ReceiptRow,
  current: readonly AllocationRow[],
  desired: readonly RequestedLine[],
  context: PaymentBy,
) => {
  const { config } = await currentConfig(tx);
  const today = receipt.state === 'completed' ? todayIn(config.timezone, context.at) : receipt.received_on;
  const allocationsOf = (id: number) => current.filter(({ invoice_id }) => invoice_id === id);
  const removed: number[] = [];
  const created: Allocation[] = [];
  for (const invoice_id of new Set([...current.map((part) => part.invoice_id), ...desired.map(({ id }) => id)])) {
    const parts = allocationsOf(invoice_id);
    const appliedCents = parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const amount = desired.find(({ id }) => id === invoice_id)?.amount ?? 0;
    const part = { receipt_id: receipt.id, invoice_id };
    if (amount > appliedCents) created.push({ ...part, amount_cents: amount - appliedCents, payment_date: today });
    if (amount >= appliedCents) continue;
    const reduction = reduceTo(amount, parts);
    removed.push(...reduction.removed);
    created.push(...reduction.rest);
  }
  if (created.some(({ payment_date }) => payment_date === today)) await assertOpen(tx, today);
  await tx.allocations.remove(removed);
  await tx.allocations.add(created, context.principal.userId);
};

/** Replaces the allocation: new parts count from today, removed ones no longer count (decisions 2.15). @throws Problem 404, 409, 422 */
export const allocateReceipt = (
  tx: Repositories,
  change: ReceiptStep,
  lines: readonly RequestedLine[],
  context: PaymentBy,
): Promise<ReceiptRow> =>
  writeReceiptFacts(tx, context, async (declareFacts) => {
    const [before] = await lockAndCheck(tx, change, context);
    // The negative allocation of the credit memo itself remains: it is the amount available to apply.
    const current = (await tx.allocations.of([before.id])).filter(({ amount_cents }) => before.credit_cents === 0 || amount_cents > 0);
    const items = before.customer_id === null ? [] : await lockPayableInvoices(tx, before.customer_id, before.id, lines);
    const amount = before.amount_cents + before.credit_cents;
    const desired = allocateRequest({ amount, lines, items, all: false });
    await declareFacts(current.map(({ invoice_id }) => invoice_id));
    await reallocate(tx, before, current, desired, context);
    await tx.receipts.change(before.id, {}, context.at);
    const why = { kind: 'payment_allocated', customer: before.customer_name ?? '', amount_cents: amount } as const;
    return { why, invoices: desired.map(({ id }) => id), finish: () => recordOutcome(tx, before, change, context) };
  });
