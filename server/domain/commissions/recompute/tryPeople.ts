import { setImmediate } from 'node:timers/promises';
import type { Cents } from '../../../../contract/rules/money.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { PersonRow } from '../../../db/repositories/commissions/facts.ts';
import type { Store } from '../../../db/repositories/store.ts';
import type { VersionedConfig } from '../../plans/config.ts';
import type { ClosedMonths } from './closedMonths.ts';
import { diffPeople } from './diffPeople.ts';
import { withShortReads } from './previewEverybody.ts';
import { rangesOf, readPeople, readPeriods } from './readPeriods.ts';

/** `records`: the number that would change. `before` (recorded) and `after` (computed): totals of the range, in cents. */
type TrialResult = Readonly<{ person: PersonRow; records: number; before: Cents; after: Cents }>;

const noClosedMonths: ClosedMonths = new Map();
const changeOf = (before: Cents, after: Cents) => ({ records: before === after ? 0 : 1, delta: after - before });

/**
 * Prices the sales of a few people in a range under a configuration, including those of closed months. Writes nothing, and reads person by
 * person in short statements (decisions 7.08).
 */
export const tryPeople = async (
  store: Pick<Store, 'snapshot'>,
  ids: readonly number[],
  current: VersionedConfig,
  { range, today }: Readonly<{ range: DateRange; today: Day }>,
): Promise<readonly TrialResult[]> => {
  const isInRange = (day: Day): boolean => day >= range.start_date && day <= range.end_date;
  const tried: TrialResult[] = [];
  for (const user_id of ids) {
    const context = { current, closedMonths: noClosedMonths, today };
    const { people, money } = await store.snapshot(async (tx) => {
      const people = await readPeople(tx, [user_id]);
      const days = [range.start_date, range.end_date].map((day) => ({ user_id, day }));
      return { people, money: await readPeriods(withShortReads(tx), rangesOf(days, people, current, noClosedMonths), people, context) };
    });
    const before = money.stored.reduce((sum, row) => sum + (isInRange(row.booking_date) ? row.amount_cents : 0), 0);
    for (const { person, diff } of await diffPeople(money, people, context)) {
      const changes = [
        ...diff.inserts.filter(({ after }) => isInRange(after.booking_date)).map(({ after }) => changeOf(0, after.amount_cents)),
        ...diff.updates
          .filter(({ before: { booking_date } }) => isInRange(booking_date))
          .map(({ before: stored, after: computed }) => changeOf(stored.amount_cents, computed.amount_cents)),
        ...diff.removals
          .filter(({ before: stored }) => isInRange(stored.booking_date))
          .map(({ before: stored }) => changeOf(stored.amount_cents, 0)),
      ];
      const records = changes.reduce((sum, change) => sum + change.records, 0);
      tried.push({ person, records, before, after: changes.reduce((sum, { delta }) => sum + delta, before) });
    }
    await setImmediate();
  }
  return tried;
};
