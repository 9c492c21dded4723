import { type Permission, reachOf } from '../../../contract/permissions.ts';
import type { Repositories } from '../../db/repositories/store.ts';

/** True if the user who started an operation is still active and allowed when it completes (decisions 4.06). */
export const isStillPermitted = async (
  { users }: Pick<Repositories, 'users'>,
  userId: number,
  permission: Permission,
): Promise<boolean> => {
  const user = await users.byId(userId);
  return user?.active === true && reachOf({ id: String(user.id), role: user.role }, permission) !== 'none';
};
