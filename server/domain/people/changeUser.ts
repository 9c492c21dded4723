import type { TemporaryPassword, UserChange } from '../../../contract/entities/people.ts';
import type { Role, User } from '../../../contract/entities/user.ts';
import { userForm } from '../../../contract/forms/user.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { type UserRow, userOf } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { touchedBy } from '../commissions/recompute/index.ts';
import { accountKeyOf } from '../session/lockOut.ts';
import type { Principal } from '../session/principal.ts';
import { askNewcomer } from '../settings/askNewcomer.ts';
import { checkForm } from '../shared/checkForm.ts';
import { notFound } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { Services } from '../shared/services.ts';
import { notifyApproverChange } from './approverNotices.ts';
import { carryName } from './carryName.ts';
import { territoryOf } from './createUser.ts';
import { auditChange, datePast, movesPay, notifyPerson, settleMoney } from './userEffects.ts';
import { type Temporary, temporaryPassword } from './userPassword.ts';
import { type By, managerFor, mustNotBeLastAdmin, notOneself, StaleUser, takeTurn } from './userRules.ts';

/** An administrator's change of an account; `managerId` null: none. Absent fields stay. */
export type AccountInput = Partial<Pick<UserRow, 'first_name' | 'last_name' | 'role' | 'territory' | 'active'>> &
  Readonly<{ managerId?: string | null; temporary?: Temporary }>;

const shownFields = ['first_name', 'last_name', 'role', 'territory', 'manager_id', 'active'] as const;

const managerWanted = async (within: Repositories, before: UserRow, managerId: string | null | undefined): Promise<number | null> => {
  if (managerId === undefined || managerId === String(before.manager_id)) return before.manager_id;
  return managerId === null || managerId === '' ? null : managerFor(within, rowId(managerId), before);
};

/** Would the person's plan or their team's share change? */
const movesMoney = (person: UserRow | undefined, { role, managerId }: AccountInput): boolean =>
  person !== undefined &&
  ((role !== undefined && role !== person.role) || (managerId !== undefined && (managerId ?? '') !== String(person.manager_id ?? '')));

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
  const { managerId, temporary, ...asked } = account;
  // Before any lock of people: who writes money takes these two in this order.
  const lockedOut = movesMoney(await within.users.byId(id), account);
  if (lockedOut) await within.periods.lockOut();
  const admins = await takeTurn(within, by);
  const before = await within.users.lock(id);
  if (!before) throw notFound('user');
  if ((version !== null && version !== before.version) || (!lockedOut && movesMoney(before, account))) throw new StaleUser(userOf(before));
  const isSelf = id === by.principal.userId;
  if (isSelf && asked.active === false) throw notOneself('active');
  if (isSelf && temporary) throw notOneself('password');
  if (asked.role !== undefined && asked.role !== 'admin') mustNotBeLastAdmin(admins, id, 'role');
  if (asked.active === false) mustNotBeLastAdmin(admins, id, 'active');

  const wanted = { ...before, ...asked, manager_id: await managerWanted(within, before, managerId) };
  const changed = shownFields.filter((field) => wanted[field] !== before[field]);
  if (changed.length === 0 && !temporary) return before;
  const change = Object.fromEntries(changed.map((field) => [field, wanted[field]]));
  const left = await datePast(within, before, wanted, changed, by);
  const moves = await movesPay(within, changed);
  const touched = moves ? await touchedBy(within, { person: id }) : [];
  const after = await within.users.change(
    id,
    { ...change, ...left, ...(temporary && { ...temporary.columns, temporary_password_by: by.principal.userId }) },
    by.at,
  );
  if (temporary) await within.loginAttempts.clearFailures(accountKeyOf(after.email));
  await carryName(within, before, after, { userId: by.principal.userId, at: by.at });
  if (before.active && !after.active) await within.sessions.endAll(id, 'deactivated', by.at);
  else if (temporary) await within.sessions.endAll(id, 'password_reset', by.at);
  if (moves) await settleMoney(within, by, { touched, changed, after });
  if (!isSelf) await notifyApproverChange(within, by, { before, after, reset: temporary !== undefined });
  await notifyPerson(within, by, { before, after, reset: temporary !== undefined });
  await auditChange(within, by, { before, after, changed, reset: temporary !== undefined });
  if (changed.includes('role') || changed.includes('active')) await askNewcomer(within, before, after, by.at);
  return after;
};

const present = (body: UserChange): (keyof typeof userForm.fields)[] => {
  const names = Object.keys(userForm.fields) as (keyof typeof userForm.fields)[];
  return names.filter((name) => body[name] !== undefined);
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
  const form = userForm.pick(present(body));
  await checkForm(form, body);
  if (id === null) throw notFound('user');
  const { first_name, last_name, role, territory, manager_id, password } = form.cast(body) as UserChange;
  const asked: AccountInput = {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(role === undefined ? {} : { role: role as Role }),
    ...(territory === undefined ? {} : { territory: territoryOf(territory) }),
    ...(manager_id === undefined ? {} : { managerId: manager_id }),
    ...(body.active === undefined ? {} : { active: body.active }),
    ...(password ? { temporary: await passwordFor(services, principal, id, password) } : {}),
  };
  const by = { principal, origin, at: services.clock() };
  return userOf(await services.store.transaction((within) => changeAccount(within, by, id, asked, version)));
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
