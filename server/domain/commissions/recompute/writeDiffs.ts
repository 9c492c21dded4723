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
export const sizeOf = ({ inserts, updates, gone }: PersonDiff): number => inserts.length + updates.length + gone.length;

/** The first `most` differences: removed records first, then updates, then inserts, each in reading order. */
export const firstOf = ({ gone, updates, inserts, ...diff }: PersonDiff, most: number): PersonDiff => {
  const changed = Math.max(0, most - gone.length);
  const came = Math.max(0, changed - updates.length);
  return { ...diff, gone: gone.slice(0, most), updates: updates.slice(0, changed), inserts: inserts.slice(0, came) };
};

/** Monthly totals follow in `keepSums` or, at the end, in `rebuildSums`. @param run the run whose marks are computed */
export const writeDiffs = async (
  { records }: Pick<Repositories, 'records'>,
  diffs: readonly PersonDiff[],
  at: Date,
  run: AmountRun = null,
): Promise<WrittenRecord[]> => {
  const written: WrittenRecord[] = [];
  const inserts = diffs.flatMap((diff) => diff.inserts.map(({ after }) => after));
  const updates = diffs.flatMap((diff) => diff.updates);
  const gone = diffs.flatMap((diff) => diff.gone);
  const toWrite: { before: StoredRow; after: RecordValues }[] = [...updates];
  const cameOrWent: AmountChange[] = [];
  if (gone.length > 0) {
    const removed = new Set(await records.remove(gone.map(({ before }) => before.id)));
    for (const { before, instead } of gone) {
      const { id, invoice_id: invoiceId, user_id: userId, booking_date, amount_cents } = before;
      const isGone = removed.has(id);
      if (!isGone) toWrite.push({ before, after: instead });
      else cameOrWent.push({ commission_id: id, user_id: userId, booking_date, before_cents: amount_cents, after_cents: null });
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
      cameOrWent.push({ commission_id: id, user_id: userId, booking_date, before_cents: null, after_cents: amount_cents });
      written.push({ id, invoiceId, userId, before: null, after });
    }
  }
  if (cameOrWent.length > 0) await records.noteAmounts(cameOrWent, at, run?.id ?? null);
  return written;
};
