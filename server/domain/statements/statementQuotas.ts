import type { LeaveEffect } from '../../../contract/rules/commission/leave.ts';
import { nextTier, type Plan, rateReached } from '../../../contract/rules/commission/plan.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import { type DateRange, type Day, type Period, periodAt } from '../../../contract/rules/time/period.ts';
import type { Store } from '../../db/repositories/store.ts';
import { readQuotaPeriods } from '../plans/commissionPlan.ts';

/** A quota period of the statement: sales up to the statement's end, the rate reached, and the next one. */
export type QuotaStanding = Readonly<{
  period: Period;
  quota: Cents;
  /** The effect of leave on the quota. */
  leave: LeaveEffect | null;
  sold: Cents;
  /** Null if the quota is 0. */
  attainment: number | null;
  /** Null if gates of the plan decide it; `next` is then null too. */
  rate: number | null;
  next: Readonly<{ missing: Cents; rate: number }> | null;
}>;

/** The rate reached and the next one; null for plans with gates, because it is not known here what opens them. */
const ratesAt = (plan: Plan, quota: Cents, sold: Cents): Pick<QuotaStanding, 'rate' | 'next'> =>
  plan.gates ? { rate: null, next: null } : { rate: rateReached(plan, quota, sold), next: nextTier(plan, quota, sold) };

/** Attainment and tiers (decisions 2.06, 2.13); closed months use the plan they were closed with. Empty if the person had no quota. */
export const readQuotaStandings = async (
  store: Pick<Store, 'statementParts' | 'config' | 'quotaPeople'>,
  userId: number,
  range: DateRange,
): Promise<readonly QuotaStanding[]> => {
  const progress: QuotaStanding[] = [];
  for (const { plan, range: days, quota, leave } of await readQuotaPeriods(store, range, userId)) {
    const period = periodAt(plan.quota.period, days.start_date);
    const until: Day = days.end_date < range.end_date ? days.end_date : range.end_date;
    const sold = await store.statementParts.soldBetween(userId, days.start_date, until);
    const attainment = quota === 0 ? null : sold / quota;
    progress.push({ period, quota, leave, sold, attainment, ...ratesAt(plan, quota, sold) });
  }
  return progress;
};
