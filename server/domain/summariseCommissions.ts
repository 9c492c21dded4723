import type { CommissionSummary } from '../../contract/entities/commission.ts';
import type { Actor } from '../../contract/permissions.ts';
import type { DateRange } from '../../contract/rules/period.ts';
import type { CommissionSums } from '../db/repositories/commissionSums.ts';
import { todayIn } from './clock.ts';
import { summaryTerms } from './commissionPlan.ts';
import { commissionsOf, readRange } from './commissionQuestion.ts';
import { aloneOf, summarise } from './commissionSummary.ts';
import { currentConfig } from './config.ts';
import type { Services } from './services.ts';

type Asked = Readonly<{ start_date?: string; end_date?: string; user_id?: string }>;

/** What the summary of a range is made of, for one person or everybody. */
export const summaryOf = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  range: DateRange,
  owner: number | null,
): Promise<Readonly<{ sums: CommissionSums; summary: CommissionSummary }>> => {
  const { config } = await currentConfig(store);
  const [sums, terms, alone] = await Promise.all([
    store.commissionSums.inRange(range, owner),
    summaryTerms(store, range, owner),
    store.commissionSums.alone(range, owner, todayIn(config.timezone, clock())),
  ]);
  return { sums, summary: summarise(sums, terms, aloneOf(alone), owner === null) };
};

/** The summary of a range (spec 7.31), of one person or of all the actor may see. @throws Problem 400, 403 */
export const summariseCommissions = async (
  services: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  { start_date, end_date, user_id }: Asked,
): Promise<CommissionSummary> => (await summaryOf(services, readRange(start_date, end_date), commissionsOf(actor, user_id))).summary;
