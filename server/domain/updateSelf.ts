import type { User } from '../../contract/entities/user.ts';
import type { Origin } from '../db/repositories/audit.ts';
import { type SelfChange, userOf } from '../db/repositories/users.ts';
import type { Principal } from './principal.ts';
import { notFound, refusedForm } from './problem.ts';
import type { Services } from './services.ts';

/**
 * One's own name and territory (decisions 4); e-mail and role are not one's own to change.
 * @throws Problem 422 for a name of blanks
 */
export const updateSelf = async ({ store, clock }: Services, { userId }: Principal, body: SelfChange, origin: Origin): Promise<User> => {
  const first_name = body.first_name?.trim();
  const last_name = body.last_name?.trim();
  if (first_name === '') throw refusedForm({ first_name: 'First name is required' });
  if (last_name === '') throw refusedForm({ last_name: 'Last name is required' });
  const change: SelfChange = {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(body.territory === undefined ? {} : { territory: body.territory }),
  };
  const at = clock();
  return store.transaction(async (within) => {
    const before = await within.users.byId(userId);
    if (!before) throw notFound('user');
    const after = await within.users.changeSelf(userId, change, at);
    const shown = { first_name: before.first_name, last_name: before.last_name, territory: before.territory };
    const entry = { actorId: userId, action: 'user.updated', entity: 'user', entityId: String(userId) };
    await within.audit.write({ ...entry, before: shown, after: change }, origin, at);
    return userOf(after);
  });
};
