import type { CommissionSummary } from '../../contract/entities/commission.ts';
import type { Actor } from '../../contract/permissions.ts';
import { summaryTerms } from './commissionPlan.ts';
import { commissionsOf, readRange } from './commissionQuestion.ts';
import { summarise } from './commissionSummary.ts';
import type { Services } from './services.ts';

type Asked = Readonly<{ start_date?: string; end_date?: string; user_id?: string }>;

/** The summary of a range (spec 7.31), of one person or of all the actor may see. @throws Problem 400, 403 */
export const summariseCommissions = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  { start_date, end_date, user_id }: Asked,
): Promise<CommissionSummary> => {
  const range = readRange(start_date, end_date);
  const owner = commissionsOf(actor, user_id);
  const [sums, terms] = await Promise.all([store.commissionSums.inRange(range, owner), summaryTerms(store, range, owner)]);
  return summarise(sums, terms, owner === null);
};
