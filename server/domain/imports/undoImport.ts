import { importRefusals as text } from '../../../contract/messages/importProblems.ts';
import { fill } from '../../../contract/messages.ts';
import { dayText, monthText } from '../../../contract/rules/time/dayText.ts';
import type { ImportChangeRow } from '../../db/repositories/imports/importedFacts.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { type DeclareFacts, markFacts } from '../facts/changeFacts.ts';
import { dollars } from '../shared/moneyText.ts';
import type { WriteContext } from './writing/index.ts';

/** The reason why the run's writes, or only these changes, cannot be undone; null if they can. */
export const readUndoRefusal = async (
  { undoing, paidBefore }: Pick<Repositories, 'undoing' | 'paidBefore'>,
  undoRequest: Readonly<{ runId: number; ids?: readonly number[] }>,
): Promise<string | null> => {
  const month = (await undoing.closedMonth(undoRequest)) ?? (await paidBefore.closedMonth(undoRequest.runId, undoRequest.ids));
  if (month !== null) return fill(text.monthClosed, { month: monthText(month) });
  const title = await undoing.laterRun(undoRequest);
  if (title !== null) return fill(text.laterRun, { title });
  const changed = await undoing.changedSince(undoRequest);
  if (changed !== null) return fill(text.changedSince, { number: changed });
  const receipt = await undoing.receiptSince(undoRequest);
  if (receipt !== null) {
    const { day, cents, matched, memo } = receipt;
    if (memo !== null) return fill(text.memoApplied, { memo });
    return fill(matched ? text.receiptMatched : text.receiptChanged, { day: dayText(day), amount: dollars(cents) });
  }
  const payout = await paidBefore.changedSince(undoRequest.runId, undoRequest.ids);
  if (payout !== null) return fill(text.payoutChanged, { day: dayText(payout.day), amount: dollars(payout.cents) });
  if (await paidBefore.isDrawRecovered(undoRequest.runId, undoRequest.ids)) return text.drawRecovered;
  const paid = (await undoing.paidSince(undoRequest)) ?? (await undoing.paidAbove(undoRequest));
  if (paid !== null) return fill(text.paidSince, { number: paid });
  const credited = await undoing.creditedSince(undoRequest);
  return credited && fill(text.creditedSince, credited);
};

/** The message is the reason, which the user sees. */
export class UndoRefused extends Error {}

const idsOf = (rows: readonly ImportChangeRow[]): number[] => rows.map(({ entity_id }) => entity_id);

/** Removes payments from before Quotaboard. Call it after all checks of the undo passed. */
const removePaidBefore = async (tx: Repositories, payouts: readonly number[], declareFacts: DeclareFacts): Promise<void> => {
  if (payouts.length === 0) return;
  await declareFacts({ payouts });
  await tx.paidBefore.remove(payouts);
};

/** Undoes these changes, last first, within the given transaction. @throws UndoRefused if something has changed since the request */
export const undoChanges = async (tx: Repositories, changes: readonly ImportChangeRow[], writing: WriteContext): Promise<void> => {
  const { runId, marksRun, cause, author } = writing;
  await markFacts(tx, { marksRun, at: cause.at, last: true, ...(author ? { author } : {}) }, async (about) => {
    const changesTo = (entity: string, isNew: boolean) => changes.filter((row) => row.entity === entity && (row.before === null) === isNew);
    const createdPayments = changesTo('payment', true);
    const createdIds = new Set(idsOf(createdPayments));
    // A run that wrote a receipt twice created and removed the allocations in between.
    const oldPayments = changesTo('payment', false).filter(({ entity_id }) => !createdIds.has(entity_id));
    const [createdInvoices, oldInvoices] = [changesTo('invoice', true), changesTo('invoice', false)];
    const [createdReceipts, oldReceipts] = [changesTo('receipt', true), changesTo('receipt', false)];
    const receipts = [...idsOf(createdReceipts), ...idsOf(oldReceipts), ...(await tx.undoing.receiptsOfPayments(idsOf(createdPayments)))];
    if (receipts.length > 0) await tx.receipts.lockAll(receipts);
    const unpaid = oldPayments.map(({ before }) => (before as { invoice_id: number }).invoice_id);
    const invoices = [
      ...new Set([
        ...idsOf(createdInvoices),
        ...idsOf(oldInvoices),
        ...unpaid,
        ...(await tx.undoing.invoicesOfPayments(idsOf(createdPayments))),
      ]),
    ];
    // Writers that pay, assign or change these invoices have either committed and are visible, or wait.
    if (invoices.length > 0) await tx.receipts.lockInvoices(invoices);
    const payouts = idsOf(changesTo('payout', true));
    if (payouts.length > 0) await tx.facts.lockPeople(await tx.paidBefore.peopleOf(payouts));
    const refusal = await readUndoRefusal(tx, { runId, ids: changes.map(({ id }) => id) });
    if (refusal !== null) throw new UndoRefused(refusal);
    if (invoices.length > 0) await about({ invoices });
    await removePaidBefore(tx, payouts, about);
    await tx.undoing.remove('payment', idsOf(createdPayments));
    await tx.undoing.remove('receipt', idsOf(createdReceipts));
    await tx.undoing.receiptsBefore(oldReceipts);
    await tx.undoing.restoreChanges(oldReceipts.map(({ id }) => id));
    if (oldPayments.length > 0) await tx.undoing.paymentsBefore(oldPayments);
    if (createdInvoices.length > 0) await tx.undoing.cancelInvoices(idsOf(createdInvoices), cause.at);
    // The changes come newest first, so the map ends up with each invoice's oldest change.
    const oldest = new Map(oldInvoices.map((row) => [row.entity_id, row]));
    if (oldest.size > 0) {
      await tx.arrivingInvoices.update(tx.undoing.invoicesBefore([...oldest.values()]), cause.at);
      await tx.undoing.restoreChanges([...oldest.values()].map(({ id }) => id));
    }
    // The invoices that the restored allocations pay may have received another payment since.
    const overpaid = await tx.undoing.overpaid(unpaid);
    if (overpaid !== null) throw new UndoRefused(fill(text.paidSince, { number: overpaid }));
    await tx.undoing.removeCustomers(idsOf(changesTo('customer', true)));
    await tx.undoing.mark(
      changes.map(({ id }) => id),
      cause.at,
    );
    return [];
  });
};

/**
 * Undoes one batch of a run's writes, last first, within the given transaction: facts, marks, and last the audit entry.
 * @param size number of changes, plus the others of their receipts
 * @returns whether more are left
 * @throws UndoRefused if something has changed since the request
 */
export const undoBatch = async (tx: Repositories, writing: WriteContext, size: number): Promise<boolean> => {
  const { runId, cause } = writing;
  const changes = await tx.undoing.next(runId, size);
  if (changes.length === 0) return false;
  const ids = changes.map(({ id }) => id);
  // Only the sole user may undo their own payments, and only before go-live.
  const isOwn = cause.actorId !== null && (await tx.paidBefore.hasPaid(runId, cause.actorId, ids));
  await undoChanges(tx, changes, writing);
  const entry = { actorId: cause.actorId, action: 'import.undone', entity: 'import', entityId: String(runId), cause: cause.why };
  await tx.audit.write({ ...entry, after: { taken_back: changes.length, ...(isOwn && { own_payments: true }) } }, cause.origin, cause.at);
  return true;
};
