import type { Cents } from '../../../contract/rules/money.ts';
import { addDays, type DateRange, type Day, overlap } from '../../../contract/rules/time/period.ts';
import type { TerritoryStay } from '../../db/repositories/people/territoryStays.ts';
import type { Heads } from '../shared/heads.ts';
import type { Services } from '../shared/services.ts';
import { readQuotasByPerson, readQuotasUpTo } from './commissionPlan.ts';

export type StayQuota = Readonly<{ id: number; territory: string | null; quota: Cents }>;
type Stores = Pick<Services['store'], 'config' | 'quotaPeople'>;

/**
 * The quota of each stay in a territory on its days of a range, in cents; stays outside the range are omitted. It is the quota up to the
 * last day, less the quota up to the day before the first, so that the stays of a person add up to the quota of the person.
 */
export const readQuotasOfStays = async (
  store: Stores,
  range: DateRange,
  stays: readonly TerritoryStay[],
  heads?: Heads,
): Promise<readonly StayQuota[]> => {
  const staysInRange = stays.filter(({ from_day, to_day }) => overlap({ start_date: from_day, end_date: to_day }, range));
  // The last days before and within each stay that lie in the range, for people who moved.
  const ends = staysInRange.flatMap(({ id, from_day, to_day }) =>
    [addDays(from_day, -1), to_day].filter((day) => day >= range.start_date && day < range.end_date).map((day) => ({ id, day })),
  );
  const days = [...new Set(ends.map(({ day }) => day))].sort();
  const [totals, quotas] = await Promise.all([
    readQuotasByPerson(store, range, heads),
    readQuotasUpTo(store, range.start_date, days, new Set(ends.map(({ id }) => id))),
  ]);
  const upTo = (id: number, day: Day): Cents => {
    if (day < range.start_date) return 0;
    return (day >= range.end_date ? totals.get(id)?.quota : quotas.get(day)?.get(id)) ?? 0;
  };
  return staysInRange.map(({ id, territory, from_day, to_day }) => ({
    id,
    territory,
    quota: upTo(id, to_day) - upTo(id, addDays(from_day, -1)),
  }));
};
