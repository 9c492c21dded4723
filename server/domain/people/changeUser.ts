import type { TemporaryPassword, UserChange } from '../../../contract/entities/people.ts';
import type { User } from '../../../contract/entities/user.ts';
import { userForm } from '../../../contract/forms/user.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { type UserRow, userOf } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { accountKeyOf } from '../session/lockOut.ts';
import type { Principal } from '../session/principal.ts';
import { askNewcomer } from '../settings/askNewcomer.ts';
import { checkForm } from '../shared/checkForm.ts';
import { notFound } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type AccountInput, accountOf, decideChange, movesMoney, touchedSince, writeChange } from './accountChange.ts';
import { notifyApproverChange } from './approverNotices.ts';
import { carryName } from './carryName.ts';
import { auditChange, movesPay, notifyPerson, settleMoney } from './userEffects.ts';
import { type Temporary, temporaryPassword } from './userPassword.ts';
import { type By, mustNotBeLastAdmin, notOneself, StaleUser, takeTurn } from './userRules.ts';

/**
 * Changes an account within a transaction. Sessions of who may not go on as before end; money follows role and manager.
 * @param version of which the change was made; null: any
 * @throws Problem 403, 404, 409 stale_version, last_admin, own_account, 422
 */
export const changeAccount = async (
  within: Repositories,
  by: By,
  id: number,
  account: AccountInput,
  version: number | null = null,
): Promise<UserRow> => {
  const { temporary } = account;
  // Before any lock of people: who writes money takes these two in this order.
  const lockedOut = movesMoney(await within.users.byId(id), account);
  if (lockedOut) await within.periods.lockOut();
  const admins = await takeTurn(within, by);
  const before = await within.users.lock(id);
  if (!before) throw notFound('user');
  if ((version !== null && version !== before.version) || (!lockedOut && movesMoney(before, account))) throw new StaleUser(userOf(before));
  const isSelf = id === by.principal.userId;
  if (isSelf && account.active === false) throw notOneself('active');
  if (isSelf && temporary) throw notOneself('password');
  if (account.role !== undefined && account.role !== 'admin') mustNotBeLastAdmin(admins, id, 'role');
  if (account.active === false) mustNotBeLastAdmin(admins, id, 'active');

  const decided = await decideChange(within, before, account, by.at);
  const { changed } = decided;
  if (changed.length === 0 && !temporary) return before;
  const moves = await movesPay(within, changed);
  const touched = moves ? await touchedSince(within, id, decided.since) : [];
  const after = await writeChange(
    within,
    decided,
    temporary ? { ...temporary.columns, temporary_password_by: by.principal.userId } : {},
    by.at,
  );
  if (temporary) await within.loginAttempts.clearFailures(accountKeyOf(after.email));
  await carryName(within, before, after, { userId: by.principal.userId, at: by.at });
  if (before.active && !after.active) await within.sessions.endAll(id, 'deactivated', by.at);
  else if (temporary) await within.sessions.endAll(id, 'password_reset', by.at);
  if (moves) await settleMoney(within, by, { touched, changed, after, since: decided.since });
  if (!isSelf) await notifyApproverChange(within, by, { before, after, reset: temporary !== undefined });
  await notifyPerson(within, by, { before, after, reset: temporary !== undefined });
  await auditChange(within, by, { before, after, changed, from: account.effectiveFrom ?? null, reset: temporary !== undefined });
  if (changed.includes('role') || changed.includes('active')) await askNewcomer(within, before, after, by.at);
  return after;
};

/** The person a new password is for. @throws Problem 404, 409 for one's own: that is changed with the current one */
const passwordFor = async (services: Services, principal: Principal, id: number, typed: string | undefined): Promise<Temporary> => {
  const person = await services.store.users.byId(id);
  if (!person) throw notFound('user');
  if (id === principal.userId) throw notOneself('password');
  return temporaryPassword(services, typed, person);
};

/**
 * spec 7.16, by an administrator: what the body names of the person, or `active`. A password is temporary.
 * @throws Problem 403, 404, 409, 422, 503
 */
export const changeUser = async (
  services: Services,
  principal: Principal,
  id: number | null,
  body: UserChange,
  version: number | null,
  origin: Origin,
): Promise<User> => {
  const asked = await accountOf(body);
  if (id === null) throw notFound('user');
  const account = body.password ? { ...asked, temporary: await passwordFor(services, principal, id, body.password) } : asked;
  const by = { principal, origin, at: services.clock() };
  return userOf(await services.store.transaction((within) => changeAccount(within, by, id, account, version)));
};

/**
 * spec 2.58, Reset Password: a temporary password, typed or made up; every session of theirs ends.
 * @throws Problem 403, 404, 409 own_account, 422, 503
 */
export const resetPassword = async (
  services: Services,
  principal: Principal,
  id: number | null,
  typed: string | undefined,
  origin: Origin,
): Promise<TemporaryPassword> => {
  await checkForm(userForm.pick(['password']), { password: typed });
  if (id === null) throw notFound('user');
  const temporary = await passwordFor(services, principal, id, typed);
  const by = { principal, origin, at: services.clock() };
  await services.store.transaction((within) => changeAccount(within, by, id, { temporary }));
  return { temporary_password: temporary.generated ?? typed ?? '' };
};
