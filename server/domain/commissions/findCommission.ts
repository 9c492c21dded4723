import type { Commission } from '../../../contract/entities/commission.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { forbidden, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { commissionEntityOf } from './listCommissions.ts';

/** One record, as in its list; used by links to records that are not on the loaded page. @throws Problem 403, 404 */
export const findCommission = async ({ store }: Pick<Services, 'store'>, actor: Actor, id: number | null): Promise<Commission> => {
  const row = id === null ? undefined : await store.commissions.byId(id);
  if (!row) throw notFoundProblem('commission');
  if (!can(actor, 'commission:read', { owner_id: String(row.user_id) })) throw forbidden();
  return commissionEntityOf(row);
};
