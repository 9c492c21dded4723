import type { User } from '../../../contract/entities/user.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { userOf, withoutEmployment } from '../../db/repositories/people/users.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

/** @throws Problem 404, also for an invalid id */
export const findUser = async ({ store }: Pick<Services, 'store'>, actor: Actor, id: number | null): Promise<User> => {
  const row = id === null ? undefined : await store.users.byId(id);
  if (!row) throw notFoundProblem('user');
  const user = userOf(row);
  return can(actor, 'user:update', { owner_id: user.id }) ? user : withoutEmployment(user);
};
