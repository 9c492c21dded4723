import { fullName } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { CommissionsConfig } from '../../../contract/rules/commission/config.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { userOf } from '../../db/repositories/people/users.ts';
import { currentConfig } from '../plans/config.ts';
import { factorSecrets } from '../secondFactor/factorSecret.ts';
import type { Principal } from '../session/principal.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { assertNotLastAdmin, lockAccountChanges, ownAccountProblem, StaleUser } from './userRules.ts';

/** True if a plan names the person. */
const isInPlan = ({ plans }: CommissionsConfig, id: string): boolean =>
  plans.some(
    ({ appliesTo, quota, overlays }) =>
      appliesTo.users.includes(id) ||
      quota.overrides.some(({ userId }) => userId === id) ||
      overlays.some(({ userId, sellers }) => userId === id || sellers.includes(id)),
  );

/**
 * spec 7.17: deletes a person without any activity or references (decisions 4.03).
 * @param version the version it was based on; null for any
 * @throws Problem 403, 404, 409 stale_version, own_account, last_admin, user_has_history
 */
export const deleteUser = async (
  { store, clock, vault }: Pick<Services, 'store' | 'clock' | 'vault'>,
  principal: Principal,
  id: number | null,
  origin: Origin,
  version: number | null = null,
): Promise<void> => {
  if (id === null) throw notFoundProblem('user');
  if (id === principal.userId) throw ownAccountProblem();
  const at = clock();
  await store.transaction(async (tx) => {
    const admins = await lockAccountChanges(tx, { principal, origin, at });
    const user = await tx.users.lock(id);
    if (!user) throw notFoundProblem('user');
    if (version !== null && version !== user.version) throw new StaleUser(userOf(user));
    assertNotLastAdmin(admins, id, 'role');
    const name = fullName(user);
    await tx.configChanges.withdraw(id);
    const { config } = await currentConfig(tx);
    const hasHistory = isInPlan(config, String(id)) || (await tx.users.hasTraces(id)) || !(await tx.users.remove(id));
    if (hasHistory) throw new Problem(409, 'user_has_history', fill(messages.userFormText.hasHistory, { name }));
    await vault.forget(tx, factorSecrets(id));
    const entry = { actorId: principal.userId, action: 'user.deleted', entity: 'user', entityId: String(id) };
    const { email, first_name, last_name, role } = user;
    await tx.audit.write({ ...entry, before: { email, first_name, last_name, role } }, origin, at);
  });
};
