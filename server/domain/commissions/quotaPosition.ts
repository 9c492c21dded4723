import type { Plans } from '../../../contract/entities/plan.ts';
import { quotaPeriodName } from '../../../contract/rules/commission/project.ts';
import { readSummaryTerms } from '../plans/commissionPlan.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';
import { commissionableOf } from './commissionSummary.ts';

/** A person's attainment in the quota period of today; null without a quota. */
export const readQuotaPosition = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  userId: number,
): Promise<Plans['position']> => {
  const { config } = await currentConfig(store);
  const today = todayIn(config.timezone, clock());
  const { last } = await readSummaryTerms(store, { start_date: today, end_date: today }, userId);
  if (!last || last.quota <= 0) return null;
  const counted = commissionableOf(await store.commissionSums.inRange(last.range, { userId, managerId: null }));
  return { attainment: counted / last.quota, period: quotaPeriodName(last.plan, last.range.start_date) };
};
