import type { Adjustment, AdjustmentsWaiting } from '../../../contract/entities/adjustment.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { periodAt } from '../../../contract/rules/time/period.ts';
import { forbidden, notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { adjustmentOf, adjustmentViewerOf } from './adjustmentView.ts';
import { decidersOfAdjustment } from './deciders.ts';

type Deps = Pick<Services, 'store'>;

/** One adjustment, in the same shape as in the list. @throws Problem 403, 404 */
export const findAdjustment = async ({ store }: Deps, actor: Actor, id: number | null): Promise<Adjustment> => {
  const row = id === null ? undefined : await store.adjustments.byId(id);
  if (!row) throw notFoundProblem('adjustment');
  if (!can(actor, 'commission:read', { owner_id: String(row.user_id) })) throw forbidden();
  return adjustmentOf(await adjustmentViewerOf(store, actor), row);
};

/** Adjustments of any month waiting for the actor's decision; empty if the actor may not decide. */
export const readWaitingAdjustments = async ({ store }: Deps, actor: Actor): Promise<AdjustmentsWaiting> => {
  if (!can(actor, 'adjustment:decide')) return { count: 0, months: [] };
  const rows = await store.approvals.adjustmentMonths({ ...(await decidersOfAdjustment(store, actor)), payers: [], runs: [] });
  const months = rows.map(({ start_date, count }) => ({ start_date, end_date: periodAt('month', start_date).end_date, count }));
  return { count: months.reduce((sum, { count }) => sum + count, 0), months };
};
