import type { PartCredit } from '../../../db/repositories/connections/outsideMemos.ts';
import type { ArrivingRow } from '../../../db/repositories/imports/arrivingInvoices.ts';
import type { ChangedRow, KnownInvoice } from '../../../db/repositories/imports/importedFacts.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import { ownPartOf } from '../../invoices/memoCredit.ts';

type WrittenMemo = Readonly<{
  id: number;
  number: string;
  originalId: number;
  customerId: number | null;
  grossCents: number;
  day: string;
}>;

/** True if the written memo credits something other than the existing one. */
export const hasCreditChanged = (existing: KnownInvoice | null, write: ArrivingRow): boolean =>
  write.credit_of_id !== null &&
  write.state === 'sent' &&
  (existing === null ||
    existing.state !== 'sent' ||
    existing.credit_of_id !== write.credit_of_id ||
    existing.gross_cents !== write.gross_cents ||
    existing.booking_date !== write.booking_date);

export const memoOf = (id: number, { invoice_number, credit_of_id, customer_id, gross_cents, booking_date }: ArrivingRow): WrittenMemo => ({
  id,
  number: invoice_number,
  originalId: credit_of_id ?? 0,
  customerId: customer_id,
  grossCents: gross_cents,
  day: booking_date,
});

/**
 * Applies each memo to its original's open balance, like a manual memo (decisions 2.03, 2.20). For a changed memo, the automatic
 * allocation is recomputed, and manual ones remain.
 * @param credits settlements of the existing memos before the change
 * @param changes receives the written rows in undo order, last first
 */
export const settleImportedMemos = async (
  tx: Pick<Repositories, 'allocations' | 'importedFacts' | 'invoiceRows' | 'outsideMemos'>,
  memos: readonly WrittenMemo[],
  credits: ReadonlyMap<number, PartCredit>,
  actorId: number,
  at: Date,
  changes: ChangedRow[],
): Promise<void> => {
  if (memos.length === 0) return;
  const oldCredits = memos.flatMap(({ id }) => credits.get(id) ?? []);
  const [receiptIds, paymentIds] = [oldCredits.map(({ receipt_id }) => receipt_id), oldCredits.flatMap(({ payment_ids }) => payment_ids)];
  const receiptsBefore = await tx.importedFacts.completeRows('receipts', receiptIds);
  const paymentsBefore = await tx.importedFacts.completeRows('customer_payments', paymentIds);
  await tx.allocations.remove(paymentIds);
  const openBalances = await tx.allocations.balances(
    memos.map(({ originalId }) => originalId),
    [],
  );
  const settled = memos.map(({ id, number, originalId, customerId, grossCents, day }) => {
    const cents = -grossCents;
    const before = credits.get(id);
    const openCents = openBalances.get(originalId) ?? 0;
    const applied = before ? ownPartOf(before, cents, openCents) : Math.max(0, Math.min(cents, openCents));
    openBalances.set(originalId, openCents - applied);
    return { before, credit: { originalId, memoId: id, memoNumber: number, customerId, cents, applied, day } };
  });
  const resettled = settled.flatMap(({ before, credit }) => (before ? [{ ...credit, receiptId: before.receipt_id }] : []));
  for (const { id, version } of await tx.outsideMemos.renewReceipts(resettled, at))
    changes.push({ entity: 'receipt', entity_id: id, before: receiptsBefore.get(id) ?? null, after_version: version });
  for (const [id, paymentBefore] of paymentsBefore)
    changes.push({ entity: 'payment', entity_id: id, before: paymentBefore, after_version: null });
  const parts = resettled.flatMap(({ receiptId: receipt_id, originalId, memoId, cents, applied }) => [
    ...(applied === 0 ? [] : [{ receipt_id, invoice_id: originalId, amount_cents: applied }]),
    { receipt_id, invoice_id: memoId, amount_cents: -cents },
  ]);
  for (const { id } of await tx.allocations.add(parts, actorId))
    changes.push({ entity: 'payment', entity_id: id, before: null, after_version: null });
  const newCredits = settled.flatMap(({ before, credit }) => (before ? [] : [credit]));
  for (const { receiptId, paymentIds } of await tx.invoiceRows.applyCredits(newCredits, actorId)) {
    changes.push({ entity: 'receipt', entity_id: receiptId, before: null, after_version: 1 });
    for (const payment of paymentIds) changes.push({ entity: 'payment', entity_id: payment, before: null, after_version: null });
  }
};
