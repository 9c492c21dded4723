import type { AmountChange, AmountRun, RecordValues, StoredRow } from '../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { PersonDiff } from './diffPerson.ts';

/** `after`: null if the record was removed. */
export type WrittenRecord = Readonly<{
  id: number;
  invoiceId: number;
  userId: number;
  before: StoredRow | null;
  after: RecordValues | null;
}>;

/** The number of records that differ. */
export const diffSizeOf = ({ inserts, updates, removals }: PersonDiff): number => inserts.length + updates.length + removals.length;

/** The first `most` differences: removed records first, then updates, then inserts, each in reading order. */
export const truncateDiff = ({ removals, updates, inserts, ...diff }: PersonDiff, maxEntries: number): PersonDiff => {
  const maxUpdates = Math.max(0, maxEntries - removals.length);
  const maxInserts = Math.max(0, maxUpdates - updates.length);
  return { ...diff, removals: removals.slice(0, maxEntries), updates: updates.slice(0, maxUpdates), inserts: inserts.slice(0, maxInserts) };
};

/** Monthly totals follow in `updateTotals` or, at the end, in `rebuildSums`. @param run the run whose marks are computed */
export const writeDiffs = async (
  { records }: Pick<Repositories, 'records'>,
  diffs: readonly PersonDiff[],
  at: Date,
  run: AmountRun = null,
): Promise<WrittenRecord[]> => {
  const written: WrittenRecord[] = [];
  const inserts = diffs.flatMap((diff) => diff.inserts.map(({ after }) => after));
  const updates = diffs.flatMap((diff) => diff.updates);
  const removals = diffs.flatMap((diff) => diff.removals);
  const toWrite: { before: StoredRow; after: RecordValues }[] = [...updates];
  const addedOrRemoved: AmountChange[] = [];
  if (removals.length > 0) {
    const removed = new Set(await records.remove(removals.map(({ before }) => before.id)));
    for (const { before, instead } of removals) {
      const { id, invoice_id: invoiceId, user_id: userId, booking_date, amount_cents } = before;
      const isGone = removed.has(id);
      if (!isGone) toWrite.push({ before, after: instead });
      else addedOrRemoved.push({ commission_id: id, user_id: userId, booking_date, before_cents: amount_cents, after_cents: null });
      written.push({ id, invoiceId, userId, before, after: isGone ? null : instead });
    }
  }
  if (toWrite.length > 0) await records.update(toWrite, at, run);
  for (const { before, after } of updates)
    written.push({ id: before.id, invoiceId: before.invoice_id, userId: before.user_id, before, after });
  if (inserts.length > 0) {
    const ids = new Map((await records.insert(inserts)).map(({ id, invoice_id, user_id }) => [`${invoice_id} ${user_id}`, id]));
    for (const after of inserts) {
      const { invoice_id: invoiceId, user_id: userId, booking_date, amount_cents } = after;
      const id = ids.get(`${invoiceId} ${userId}`) ?? 0;
      addedOrRemoved.push({ commission_id: id, user_id: userId, booking_date, before_cents: null, after_cents: amount_cents });
      written.push({ id, invoiceId, userId, before: null, after });
    }
  }
  if (addedOrRemoved.length > 0) await records.noteAmounts(addedOrRemoved, at, run?.id ?? null);
  return written;
};
