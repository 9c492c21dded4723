import { type Actor, reachOf } from '../../../contract/permissions.ts';
import type { Repositories } from '../../db/repositories/store.ts';

/** People the actor may have reports about: everyone (null), their team and themselves, or nobody (decisions 3.04). */
export const readReportableIds = async ({ users }: Pick<Repositories, 'users'>, actor: Actor): Promise<number[] | null> => {
  const reach = reachOf(actor, 'report:about');
  if (reach === 'all') return null;
  if (reach === 'none') return [];
  const me = Number(actor.id);
  return [me, ...(await users.managedBy(me))];
};

/** The requested people the actor may read; an empty request means all of them. */
export const intersectIds = (requestedIds: readonly number[], readableIds: readonly number[] | null): readonly number[] | null => {
  if (requestedIds.length === 0) return readableIds;
  return readableIds === null ? requestedIds : requestedIds.filter((id) => readableIds.includes(id));
};
