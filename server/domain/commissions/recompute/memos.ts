import type { RecordValues } from '../../../db/repositories/commissions/records.ts';
import type { Repositories } from '../../../db/repositories/store.ts';
import type { AffectedDay } from './affected.ts';
import type { DiffedPerson } from './diffPeople.ts';
import type { WrittenRecord } from './writeDiffs.ts';

const reversedColumns = ['amount_cents', 'base_cents', 'net_cents', 'adjustments_cents'] as const satisfies readonly (keyof RecordValues)[];
/** True if the values that a memo would reverse have changed; in closed months they include approved adjustments. */
const hasReversedChange = ({ before, after }: WrittenRecord): boolean => reversedColumns.some((key) => before?.[key] !== after?.[key]);

/**
 * The person-days of credit memos of changed records, and of other memos of the same invoices, that were not computed together with them.
 */
export const memosOf = async (
  { facts }: Pick<Repositories, 'facts'>,
  written: readonly WrittenRecord[],
  diffed: readonly DiffedPerson[],
): Promise<AffectedDay[]> => {
  const changed = written.filter(hasReversedChange);
  if (changed.length === 0) return [];
  const memos = await facts.memosOf(changed.map(({ invoiceId }) => invoiceId));
  if (memos.length === 0) return [];
  const computed = new Map(diffed.map(({ person, diff }) => [person.id, diff.computed]));
  return memos.flatMap(({ id, changed_id, booking_date: day }) =>
    changed
      .filter(({ invoiceId, userId }) => {
        const computedTogether = computed.get(userId);
        return invoiceId === changed_id && !(computedTogether?.has(id) && computedTogether.has(invoiceId));
      })
      .map(({ userId: user_id }) => ({ user_id, day })),
  );
};
