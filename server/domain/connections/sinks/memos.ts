import type { PartCredit } from '../../../db/repositories/connections/outsideMemos.ts';
import type { OutsideInvoiceWrite } from '../../../db/repositories/connections/outsideMoney.ts';
import type { CreditRow } from '../../../db/repositories/invoices/invoices.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { ownPartOf } from '../../invoices/memoCredit.ts';
import { CURRENCY } from '../currency.ts';
import { hashOfFact } from './customers.ts';
import { chooseMemoNumbers, invoiceOfPart } from './memoNumbers.ts';
import { livePartsOf, type MemoPart, readDesiredParts, type SinkMemo } from './memoParts.ts';
import { partiesOf } from './parties.ts';
import { recordRefunds } from './refunds.ts';
import type { HeldFact, ImportContext, Sink } from './sink.ts';
import { writeAndMarkAffected } from './writeAndMarkAffected.ts';

/** Code: the amount applied manually exceeds the rest of the memo. */
const BY_HAND_CODE = 'memoAppliedByHand';

const rowOf = ({ id, memo, original, cents, net }: MemoPart, number: string, suffix: string | null): OutsideInvoiceWrite => {
  const values = {
    external_id: id,
    external_version: memo.external_version ?? null,
    external_updated_at: memo.updated_at ?? null,
    external_state: null,
    invoice_number: number,
    document_number: memo.document_number,
    number_suffix: suffix,
    customer_id: original.customer_id,
    customer_name: original.customer_name,
    salesperson_id: original.salesperson_id,
    told_salesperson: null,
    credit_of_id: original.id,
    gross_cents: -cents,
    net_cents: -net,
    booking_date: memo.booking_date,
    due_date: null,
    state: 'sent',
    notes: null,
  };
  return { ...values, payload_hash: hashOfFact(values) };
};

/**
 * Applies the rest of these memos to the open balance of the invoices they reverse; facts about either may arrive in any order.
 * @param limits maximum cents per receipt whose allocation a person has set
 */
const applyLeft = async (
  { allocations, outsideMemos }: Repositories,
  memoIds: readonly number[],
  limits: ReadonlyMap<number, number>,
  actorId: number,
): Promise<void> => {
  const credits = await outsideMemos.creditsLeft(memoIds);
  const originals = credits.map(({ original_id }) => original_id);
  const openBalances = await allocations.balances(originals, []);
  const applied = credits.flatMap(({ receipt_id, original_id: invoice_id, left_cents }) => {
    const balance = openBalances.get(invoice_id) ?? 0;
    const amount_cents = Math.max(0, Math.min(left_cents, balance, limits.get(receipt_id) ?? left_cents));
    openBalances.set(invoice_id, balance - amount_cents);
    return amount_cents > 0 ? [{ receipt_id, invoice_id, amount_cents }] : [];
  });
  await allocations.add(applied, actorId);
};

type Credits = ReadonlyMap<string, PartCredit>;

/** Memos to hold, because the amount applied manually exceeds the rest or a part is not applied yet. */
const heldOf = (memos: readonly SinkMemo[], parts: readonly MemoPart[], credits: Credits): HeldFact[] =>
  memos.flatMap((memo): HeldFact[] => {
    const { external_id, outside_state, gross_cents } = memo;
    const own = parts.filter((part) => part.memo.external_id === external_id);
    const overAllocated = own.flatMap(({ id, cents, there }) => (cents > there ? (credits.get(id) ?? []) : []));
    if (overAllocated.length > 0) {
      const applied_cents = overAllocated.reduce((sum, { by_hand_cents }) => sum + by_hand_cents, 0);
      const invoices = overAllocated.map(({ applied_to }) => applied_to ?? '').join(', ');
      return [{ external_id, code: BY_HAND_CODE, facts: { applied_cents, invoices } }];
    }
    const left_cents = gross_cents - own.reduce((sum, { cents }) => sum + cents, 0);
    return outside_state === null && left_cents > 0 ? [{ external_id, code: 'memoOpen', facts: { left_cents } }] : [];
  });

const creditOf = (id: number, row: ReturnType<typeof rowOf>): CreditRow => ({
  originalId: Number(row.credit_of_id),
  memoId: id,
  memoNumber: String(row.invoice_number),
  customerId: row.customer_id === null ? null : Number(row.customer_id),
  cents: -Number(row.gross_cents),
  day: String(row.booking_date),
  applied: 0,
});

/** Writes the credits of changed parts. @returns the maximum that may stay applied, by receipt */
const writeCredits = async (
  tx: Repositories,
  { cause }: ImportContext,
  written: readonly Readonly<{ id: number; external_id: string }>[],
  changed: readonly ReturnType<typeof rowOf>[],
  credits: Credits,
): Promise<Map<number, number>> => {
  const rows = new Map(changed.map((row) => [row.external_id, row]));
  const newCredits: CreditRow[] = [];
  const maxByReceipt = new Map<number, number>();
  for (const { allocated, receipt_id } of credits.values()) if (allocated) maxByReceipt.set(receipt_id, 0);
  for (const { id, external_id } of written) {
    const row = rows.get(external_id);
    if (!row) continue;
    const credit = creditOf(id, row);
    const before = credits.get(external_id);
    if (!before) {
      newCredits.push(credit);
      continue;
    }
    await tx.outsideMemos.renewCredit(before.receipt_id, credit, cause.at);
    if (before.allocated) maxByReceipt.set(before.receipt_id, ownPartOf(before, credit.cents, credit.cents));
  }
  await tx.invoiceRows.applyCredits(newCredits, cause.actorId);
  return maxByReceipt;
};

/** Holds memos with an unlinked rest, and settles the held ones that no longer have it. */
const holdMemos = async (
  tx: Repositories,
  { connection, runId, cause }: ImportContext,
  memoIds: readonly string[],
  facts: ReadonlyMap<string, SinkMemo>,
  held: readonly HeldFact[],
): Promise<void> => {
  const rows = held.map((fact) => ({ ...fact, kind: 'credit_memo' as const, payload: facts.get(fact.external_id) ?? null }));
  await tx.heldRecords.put(connection.id, runId, rows, { keepsQuestion: true });
  const waitingIds = new Set(held.map(({ external_id }) => external_id));
  const settled = memoIds.filter((id) => !waitingIds.has(id));
  await tx.heldRecords.settle(connection.id, 'credit_memo', settled, null, cause.at);
};

/**
 * Updates the parts of these memos to match the payments; each part is a separate memo against one invoice, and applied credits count as
 * received (decisions 2.03, 2.20). An unlinked rest is held until a person names its invoice. Manually applied amounts remain.
 * @returns the written and the affected invoices
 */
export const settleMemos = async (tx: Repositories, context: ImportContext, memoIds: readonly string[]): Promise<number[]> => {
  if (memoIds.length === 0) return [];
  const { connection, cause } = context;
  const allocation = await readDesiredParts(tx, connection.id, memoIds);
  const existingParts = await tx.outsideMemos.memoParts(connection.id, memoIds);
  const idOf = new Map(existingParts.map(({ id, external_id }) => [id, external_id]));
  const credits = new Map((await tx.outsideMemos.credits([...idOf.keys()])).map((credit) => [idOf.get(credit.memo_id) ?? '', credit]));
  const targets = new Set([...allocation.desired.values()].flatMap((parts) => [...parts.keys()]));
  for (const memo of memoIds) for (const { external_id } of existingParts) targets.add(invoiceOfPart(memo, external_id) ?? '');
  const originals = new Map((await tx.outsideMoney.invoices(connection.id, [...targets])).map((row) => [row.external_id, row]));
  const byHand = new Map([...credits].map(([id, { by_hand_cents }]) => [id, by_hand_cents]));
  const parts = livePartsOf(allocation, originals, existingParts, byHand);
  const numbers = await chooseMemoNumbers(tx, connection, parts, existingParts);
  const rows = parts.map((part) => rowOf(part, numbers.get(part.id) ?? part.id, connection.suffix));
  const existing = new Map(existingParts.map((row) => [row.external_id, row]));
  const remainingIds = new Set(rows.map(({ external_id }) => String(external_id)));
  const removed = existingParts.filter(({ external_id, state }) => state !== 'cancelled' && !remainingIds.has(external_id));
  const changed = rows.filter(({ external_id, payload_hash }) => {
    const row = existing.get(String(external_id));
    return row?.payload_hash !== payload_hash || row?.state === 'cancelled';
  });
  for (const { id } of removed) await tx.invoiceRows.undoCredit(id, cause.at);
  await tx.outsideMoney.endInvoices(
    removed.map(({ id }) => id),
    cause.at,
  );
  const written = await tx.outsideMoney.writeInvoices(connection.id, changed, cause.at);
  const mostByReceipt = await writeCredits(tx, context, written, changed, credits);
  await recordRefunds(
    tx,
    context,
    allocation.memos.map(({ fact }) => fact),
    parts,
  );
  const ids = [
    ...existingParts.flatMap(({ id, external_id }) => (remainingIds.has(external_id) ? [id] : [])),
    ...written.map(({ id }) => id),
  ];
  await applyLeft(tx, ids, mostByReceipt, cause.actorId);
  const facts = new Map(allocation.memos.map(({ external_id, fact }) => [external_id, fact]));
  await holdMemos(tx, context, memoIds, facts, heldOf([...facts.values()], parts, credits));
  return [...written.map(({ id }) => id), ...removed.map(({ id }) => id), ...parts.map(({ original }) => original.id)];
};

/** The external id of the invoice whose number a person entered. */
const readAnsweredInvoice = async (tx: Repositories, { connection }: ImportContext, { answer }: SinkMemo): Promise<string | null> => {
  if (!answer) return null;
  const owner = (await tx.outsideMoney.numbered([answer.trim()])).get(answer.trim());
  return owner?.connection_id === connection.id && owner.external_id && !owner.external_id.startsWith('memo:') ? owner.external_id : null;
};

/** Imports credit memos of an accounting system (decisions 2.20). */
export const importMemos: Sink<'credit_memo'> = async (tx, facts, context) => {
  const { connection, cause } = context;
  const ids = facts.map(({ external_id }) => external_id);
  const existing = new Map((await tx.outsideMemos.memos<SinkMemo>(connection.id, ids)).map((row) => [row.external_id, row]));
  const held: HeldFact[] = [];
  const changed: { external_id: string; fact: SinkMemo; answer: string | null }[] = [];
  let created = 0;
  for (const memo of facts) {
    const before = existing.get(memo.external_id);
    // Only the id of a deleted memo is known.
    const fact = memo.outside_state === 'deleted' && before ? { ...before.fact, outside_state: 'deleted' as const } : memo;
    if (memo.outside_state === 'deleted' && !before) continue;
    if (fact.outside_state === null && fact.currency !== CURRENCY) {
      held.push({ external_id: fact.external_id, code: 'currency', facts: { currency: fact.currency } });
      continue;
    }
    const answer = await readAnsweredInvoice(tx, context, fact);
    if (before && answer === null && hashOfFact({ ...before.fact }) === hashOfFact({ ...fact })) {
      const isHeld = await tx.heldRecords.waits(connection.id, 'credit_memo', fact.external_id);
      // The person may have undone the manual allocation since.
      if (isHeld?.code !== BY_HAND_CODE) {
        if (isHeld) held.push(isHeld);
        continue;
      }
    }
    if (!before) created += 1;
    const { answer: _answer, ...storedFact } = fact;
    changed.push({ external_id: fact.external_id, fact: storedFact, answer });
  }
  if (changed.length > 0) {
    await partiesOf(
      tx,
      connection.id,
      changed.map(({ fact }) => fact),
      cause.at,
    );
    await tx.outsideMemos.keepMemos(connection.id, changed);
    const memoIds = changed.map(({ external_id }) => external_id);
    const parts = await tx.outsideMemos.memoParts(connection.id, memoIds);
    const originals = await tx.outsideMemos.originalsOf(parts.map(({ id }) => id));
    const receipts = await tx.outsideMemos.receiptsOf(connection.id, memoIds);
    const locked = { invoices: [...parts.map(({ id }) => id), ...originals], receipts };
    await writeAndMarkAffected(tx, context, locked, () => settleMemos(tx, context, memoIds));
    for (const { external_id } of changed) {
      const isHeld = await tx.heldRecords.waits(connection.id, 'credit_memo', external_id);
      if (isHeld) held.push(isHeld);
    }
  }
  return {
    created,
    changed: changed.length - created,
    same: facts.length - changed.length - held.length < 0 ? 0 : facts.length - changed.length - held.length,
    held,
  };
};
