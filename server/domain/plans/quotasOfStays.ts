import type { Cents } from '../../../contract/rules/money.ts';
import { addDays, type DateRange, overlap } from '../../../contract/rules/time/period.ts';
import type { TerritoryStay } from '../../db/repositories/people/territoryStays.ts';
import type { Heads } from '../shared/heads.ts';
import type { Services } from '../shared/services.ts';
import { quotasByPerson, summaryTerms } from './commissionPlan.ts';

export type StayQuota = Readonly<{ id: number; territory: string | null; quota: Cents }>;
type Stores = Pick<Services['store'], 'config' | 'quotaPeople'>;

/**
 * The quota of each stay in a territory on its days of a range, cents; stays outside of it are left out. Each is the quota up to its last day
 * less the quota up to the day before its first, so that the stays of a person add up to the person's quota.
 */
export const quotasOfStays = async (
  store: Stores,
  range: DateRange,
  stays: readonly TerritoryStay[],
  heads?: Heads,
): Promise<readonly StayQuota[]> => {
  const whole = await quotasByPerson(store, range, heads);
  const upTo = async (id: number, end_date: string): Promise<Cents> => {
    if (end_date >= range.end_date) return whole.get(id)?.quota ?? 0;
    if (end_date < range.start_date) return 0;
    return (await summaryTerms(store, { start_date: range.start_date, end_date }, id, heads)).inRange.quota;
  };
  const found = await Promise.all(
    stays.map(async ({ id, territory, from_day, to_day }): Promise<StayQuota[]> => {
      if (!overlap({ start_date: from_day, end_date: to_day }, range)) return [];
      const before = from_day <= range.start_date ? 0 : await upTo(id, addDays(from_day, -1));
      return [{ id, territory, quota: (await upTo(id, to_day)) - before }];
    }),
  );
  return found.flat();
};
