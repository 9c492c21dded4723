import { limits } from '../../../contract/limits.ts';
import { type Actor, can, type Permission, reachOf } from '../../../contract/permissions.ts';
import type { DealRow } from '../../db/repositories/deals/deals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { DAY, plusMs } from '../shared/clock.ts';

/** The owners whose deals the actor may read: everyone (null), their team and themselves, themselves, or nobody. */
export const readableOwners = async ({ users }: Pick<Repositories, 'users'>, actor: Actor): Promise<number[] | null> => {
  const reach = reachOf(actor, 'deal:read');
  if (reach === 'all') return null;
  if (reach === 'none') return [];
  const actorId = Number(actor.id);
  return reach === 'team' ? [actorId, ...(await users.managedBy(actorId))] : [actorId];
};

const idOf = (id: number | null): string | null => (id === null ? null : String(id));

/** True if the actor has the permission for the deal. */
export const canAccessDeal = (
  actor: Actor,
  permission: Extract<Permission, 'deal:read' | 'deal:write'>,
  { owner_id, owner_manager_id }: Pick<DealRow, 'owner_id' | 'owner_manager_id'>,
): boolean => can(actor, permission, { owner_id: idOf(owner_id), owner_manager_id: idOf(owner_manager_id) });

/** Deals that entered their stage at or before this instant are stale. */
export const staleThreshold = (now: Date): Date => plusMs(now, -limits.deals.staleDays * DAY);
