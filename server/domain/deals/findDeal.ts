import type { Deal } from '../../../contract/entities/deal.ts';
import type { Actor } from '../../../contract/permissions.ts';
import type { DealRow } from '../../db/repositories/deals/deals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { forbidden, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { canAccessDeal } from './dealScope.ts';
import { dealOf } from './dealView.ts';

/** @returns the row if the actor may read it @throws Problem 403, 404 */
export const findReadableDeal = async ({ deals }: Pick<Repositories, 'deals'>, actor: Actor, id: number | null): Promise<DealRow> => {
  const row = id === null ? undefined : await deals.byId(id);
  if (!row) throw notFoundProblem('deal');
  if (!canAccessDeal(actor, 'deal:read', row)) throw forbidden();
  return row;
};

/** One deal, in the same shape as in the list. @throws Problem 403, 404 */
export const findDeal = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, actor: Actor, id: number | null): Promise<Deal> =>
  dealOf(actor, await findReadableDeal(store, actor, id), clock());
