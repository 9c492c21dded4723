import type { CommissionSummary } from '../../../contract/entities/commission.ts';
import type { Scope } from '../../../contract/entities/scope.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { tiersOf } from '../../../contract/rules/commission/matching.ts';
import { nextTier } from '../../../contract/rules/commission/plan.ts';
import { quotaPeriodName } from '../../../contract/rules/commission/project.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { DateRange, Day } from '../../../contract/rules/time/period.ts';
import type { CommissionSums } from '../../db/repositories/commissions/commissionSums.ts';
import type { Owners } from '../../db/repositories/commissions/owners.ts';
import { readSummaryTerms, readTeamTerms, type SummaryTerms } from '../plans/commissionPlan.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import { createHeadCache, type Heads } from '../shared/heads.ts';
import type { Services } from '../shared/services.ts';
import { ownersOf, readRange } from './commissionQuestion.ts';
import { commissionableOf, standaloneTotals, summarize } from './commissionSummary.ts';
import { pendingDays } from './pendingDays.ts';

type RangeQuery = Readonly<{ start_date?: string; end_date?: string; user_id?: string; scope?: Scope }>;

/** A person's distance to the next rate in a quota period that has not ended. */
const readNextRate = async (
  store: Pick<Services['store'], 'commissionSums'>,
  last: SummaryTerms['last'],
  owner: number | null,
  today: Day,
  rateClause: number | null = null,
): Promise<CommissionSummary['next_rate']> => {
  if (!last || last.range.end_date < today) return null;
  const { plan, range, quota } = last;
  const priced = tiersOf(plan, rateClause);
  // The running total below counts toward the whole quota, not toward a part of it.
  if ('quota' in priced && typeof priced.quota === 'string') return null;
  const next = nextTier(
    { tiers: priced.tiers, ...(plan.gates && { gates: plan.gates }) },
    quota,
    commissionableOf(await store.commissionSums.inRange(range, { userId: owner, managerId: null })),
  );
  return next && { missing: fromCents(next.missing), rate: next.rate, period: quotaPeriodName(plan, range.start_date) };
};

type SummedRange = Readonly<{ sums: CommissionSums; summary: CommissionSummary }>;
const cache = createHeadCache<SummedRange>();

/**
 * `readNextRate` in the quota period that contains the day of a person's record.
 * @param rateClause index of the plan's `rates` clause that prices it
 */
export const readNextRateOn = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  userId: number,
  day: Day,
  rateClause: number | null = null,
): Promise<CommissionSummary['next_rate']> => {
  const { config } = await currentConfig(store);
  const { last } = await readSummaryTerms(store, { start_date: day, end_date: day }, userId);
  return readNextRate(store, last, userId, todayIn(config.timezone, clock()), rateClause);
};

/** The inputs of a range's summary for a person, a team or everyone; cached until the next write. */
export const readSummary = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  range: DateRange,
  owners: Owners,
  heads?: Heads,
): Promise<SummedRange> => {
  const { userId, managerId } = owners;
  const { config } = await currentConfig(store, heads);
  const today = todayIn(config.timezone, clock());
  const read = async (): Promise<SummedRange> => {
    const [sums, terms] = await Promise.all([
      store.commissionSums.inRange(range, owners, { pendingIn: pendingDays(config, range), today }),
      managerId === null ? readSummaryTerms(store, range, userId, heads) : readTeamTerms(store, range, managerId, heads),
    ]);
    const next = await readNextRate(store, terms.last, userId, today);
    return { sums, summary: summarize(sums, terms, standaloneTotals(sums.alone), userId === null, next) };
  };
  const question = [heads?.moment, today, userId, managerId, range.start_date, range.end_date].join(' ');
  return heads ? cache(store.commissionSums, question, read) : read();
};

/** The summary of a range (spec 7.31), for one person or everyone the actor may see. @throws Problem 400, 403 */
export const summarizeCommissions = async (
  services: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  { start_date, end_date, ...scope }: RangeQuery,
  heads?: Heads,
): Promise<CommissionSummary> => (await readSummary(services, readRange(start_date, end_date), ownersOf(actor, scope), heads)).summary;
