import type { ArrivingRow } from '../../db/repositories/imports/arrivingInvoices.ts';
import type { ChangedRow, KnownInvoice } from '../../db/repositories/imports/importedFacts.ts';
import type { Repositories } from '../../db/repositories/store.ts';

type WrittenMemo = Readonly<{
  id: number;
  number: string;
  originalId: number;
  customerId: number | null;
  grossCents: number;
  day: string;
}>;

/** Does a memo that is written settle something else than the one that is here? */
export const isAnotherCredit = (existing: KnownInvoice | null, write: ArrivingRow): boolean =>
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
 * What is open of an original is settled by its memo, as where a memo is made by hand (decisions 2.03, 2.20). What a memo settled before it was
 * changed is taken back first.
 * @param changes gets what it wrote, in the order in which it is taken back, last first
 */
export const settleMemos = async (
  within: Pick<Repositories, 'allocations' | 'importedFacts' | 'invoiceRows'>,
  memos: readonly WrittenMemo[],
  actorId: number,
  at: Date,
  changes: ChangedRow[],
): Promise<void> => {
  if (memos.length === 0) return;
  const old = await within.invoiceRows.creditsOf(memos.map(({ id }) => id));
  const [receiptIds, paymentIds] = [[...new Set(old.map(({ receipt_id }) => receipt_id))], old.map(({ id }) => id)];
  const receiptsWere = await within.importedFacts.wholeOf('receipts', receiptIds);
  const paymentsWere = await within.importedFacts.wholeOf('customer_payments', paymentIds);
  await within.allocations.remove(paymentIds);
  await within.invoiceRows.endCredits(receiptIds, at);
  for (const [id, was] of receiptsWere) changes.push({ entity: 'receipt', entity_id: id, before: was, after_version: null });
  for (const [id, was] of paymentsWere) changes.push({ entity: 'payment', entity_id: id, before: was, after_version: null });
  const open = await within.allocations.balances(
    memos.map(({ originalId }) => originalId),
    [],
  );
  const credits = memos.map(({ id, number, originalId, customerId, grossCents, day }) => {
    const cents = -grossCents;
    const rest = open.get(originalId) ?? 0;
    const applied = Math.max(0, Math.min(cents, rest));
    open.set(originalId, rest - applied);
    return { originalId, memoId: id, memoNumber: number, customerId, cents, applied, day };
  });
  for (const { receiptId, paymentIds } of await within.invoiceRows.applyCredits(credits, actorId)) {
    changes.push({ entity: 'receipt', entity_id: receiptId, before: null, after_version: 1 });
    for (const payment of paymentIds) changes.push({ entity: 'payment', entity_id: payment, before: null, after_version: null });
  }
};
