import type { User } from '../../../contract/entities/user.ts';
import { userOf } from '../../db/repositories/people/users.ts';
import { notFound } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

/** @throws Problem 404, for an id no row can have as well */
export const findUser = async ({ store }: Pick<Services, 'store'>, id: number | null): Promise<User> => {
  const row = id === null ? undefined : await store.users.byId(id);
  if (!row) throw notFound('user');
  return userOf(row);
};
