import type { TemporaryPassword, UserChange } from '../../../contract/entities/people.ts';
import type { Role, User } from '../../../contract/entities/user.ts';
import { userForm } from '../../../contract/forms/user.ts';
import { messages } from '../../../contract/messages.ts';
import { addDays, type Day, later } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { type UserRow, userOf } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { touchedBy } from '../commissions/recompute/index.ts';
import { currentConfig } from '../plans/config.ts';
import { accountKeyOf } from '../session/lockOut.ts';
import type { Principal } from '../session/principal.ts';
import { askNewcomer } from '../settings/askNewcomer.ts';
import { checkForm } from '../shared/checkForm.ts';
import { todayIn } from '../shared/clock.ts';
import { notFound, refusedForm } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { Services } from '../shared/services.ts';
import { notifyApproverChange } from './approverNotices.ts';
import { carryName } from './carryName.ts';
import { territoryOf } from './createUser.ts';
import { type Employment, type EmploymentTyped, employmentOf } from './employment.ts';
import { auditChange, movesPay, notifyPerson, settleMoney } from './userEffects.ts';
import { type Temporary, temporaryPassword } from './userPassword.ts';
import { type By, managerFor, mustNotBeLastAdmin, notOneself, StaleUser, takeTurn } from './userRules.ts';

const text = messages.userForm;

/** An administrator's change of an account; `managerId` null: none. Absent fields stay. */
export type AccountInput = Partial<Pick<UserRow, 'first_name' | 'last_name' | 'role' | 'territory' | 'active'>> &
  Readonly<{
    managerId?: string | null;
    temporary?: Temporary;
    /** The first day of the role, manager and territory that are named; undefined: today, for those that differ. */
    effectiveFrom?: Day;
    employment?: EmploymentTyped;
  }>;

const shownFields = ['first_name', 'last_name', 'role', 'territory', 'manager_id', 'active', 'joined_on', 'left_on'] as const;
type ShownField = (typeof shownFields)[number];

const managerWanted = async (
  within: Repositories,
  before: UserRow,
  { managerId, effectiveFrom }: AccountInput,
  today: Day,
): Promise<number | null> => {
  if (managerId === undefined || (effectiveFrom === undefined && managerId === String(before.manager_id))) return before.manager_id;
  return managerId === null || managerId === '' ? null : managerFor(within, rowId(managerId), before, effectiveFrom ?? today);
};

/** True where the person's plan or their team's share may change. */
const movesMoney = (person: UserRow | undefined, { role, managerId, active, effectiveFrom, employment }: AccountInput): boolean =>
  person !== undefined &&
  ((role !== undefined && role !== person.role) ||
    (managerId !== undefined && (managerId ?? '') !== String(person.manager_id ?? '')) ||
    (active !== undefined && active !== person.active) ||
    effectiveFrom !== undefined ||
    employment !== undefined);

/** Named with a first day, each of these holds from that day on, whatever holds today. @throws Problem 422 */
const datedFields = ({ role, territory, managerId, effectiveFrom }: AccountInput, today: Day): ShownField[] => {
  if (effectiveFrom === undefined) return [];
  if (effectiveFrom > today) throw refusedForm({ effective_from: text.fromFuture });
  const named = { role, territory, manager_id: managerId };
  const fields = (['role', 'territory', 'manager_id'] as const).filter((field) => named[field] !== undefined);
  if (fields.length === 0) throw refusedForm({ effective_from: text.fromNothing });
  return fields;
};

/** Who is deactivated has left, who is activated is back, unless the change says otherwise. */
const employmentWanted = (before: UserRow, { active = before.active, employment = {} }: AccountInput, today: Day): Employment => {
  const wanted = employmentOf(employment, before);
  if (employment.employment_end !== undefined || active === before.active) return wanted;
  if (!active) return { ...wanted, left_on: wanted.left_on ?? later(today, wanted.joined_on) };
  return wanted.left_on !== null && wanted.left_on <= today ? { ...wanted, left_on: null } : wanted;
};

type Days = Readonly<{ from: Day; today: Day }>;
const dated = ['role', 'territory', 'manager_id'] as const;

/** The first day on which something else holds than before. */
const firstDayOf = (before: UserRow, wanted: UserRow, changed: readonly ShownField[], { from, today }: Days): Day => {
  const employment = (['joined_on', 'left_on'] as const).filter((field) => changed.includes(field));
  const days = employment.flatMap((field) => [before[field], wanted[field]]).filter((day) => day !== null);
  return [...days, ...(dated.some((field) => changed.includes(field)) ? [from] : [])].reduce((a, b) => (a < b ? a : b), today);
};

/** Days before the change keep what held on them (decisions 2.22). */
const keepDays = async (
  { users }: Repositories,
  id: number,
  wanted: UserRow,
  changed: readonly ShownField[],
  { from, today }: Days,
): Promise<void> => {
  const facts = dated.filter((field) => changed.includes(field)).map((field) => [field, wanted[field]] as const);
  if (facts.length > 0) await users.holdFrom(id, from, Object.fromEntries(facts));
  const leaves = !wanted.active && wanted.left_on !== null && changed.includes('left_on');
  if (!leaves && !changed.includes('active')) return;
  const gone = leaves ? addDays(wanted.left_on ?? today, 1) : today;
  await users.holdFrom(id, gone < today ? gone : today, { active: wanted.active });
};

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
  const { managerId: _managerId, temporary, effectiveFrom, employment: _employment, ...asked } = account;
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

  const today = todayIn((await currentConfig(within)).config.timezone, by.at);
  const restated = datedFields(account, today);
  const manager_id = await managerWanted(within, before, account, today);
  const wanted = { ...before, ...asked, ...employmentWanted(before, account, today), manager_id };
  const changed = shownFields.filter((field) => wanted[field] !== before[field] || restated.includes(field));
  if (changed.length === 0 && !temporary) return before;
  const change = Object.fromEntries(changed.map((field) => [field, wanted[field]]));
  const moves = await movesPay(within, changed);
  const days = { from: effectiveFrom ?? today, today };
  const since = firstDayOf(before, wanted, changed, days);
  const touched = moves ? await touchedBy(within, { person: id, since }) : [];
  await keepDays(within, id, wanted, changed, days);
  const after = await within.users.change(
    id,
    { ...change, ...(temporary && { ...temporary.columns, temporary_password_by: by.principal.userId }) },
    by.at,
  );
  if (temporary) await within.loginAttempts.clearFailures(accountKeyOf(after.email));
  await carryName(within, before, after, { userId: by.principal.userId, at: by.at });
  if (before.active && !after.active) await within.sessions.endAll(id, 'deactivated', by.at);
  else if (temporary) await within.sessions.endAll(id, 'password_reset', by.at);
  if (moves) await settleMoney(within, by, { touched, changed, after, since });
  if (!isSelf) await notifyApproverChange(within, by, { before, after, reset: temporary !== undefined });
  await notifyPerson(within, by, { before, after, reset: temporary !== undefined });
  await auditChange(within, by, { before, after, changed, from: effectiveFrom ?? null, reset: temporary !== undefined });
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
  const { first_name, last_name, role, territory, manager_id, password, effective_from, employment_start, employment_end } = form.cast(
    body,
  ) as UserChange;
  const asked: AccountInput = {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(role === undefined ? {} : { role: role as Role }),
    ...(territory === undefined ? {} : { territory: territoryOf(territory) }),
    ...(manager_id === undefined ? {} : { managerId: manager_id }),
    ...(body.active === undefined ? {} : { active: body.active }),
    ...(effective_from ? { effectiveFrom: effective_from } : {}),
    ...(employment_start === undefined && employment_end === undefined ? {} : { employment: { employment_start, employment_end } }),
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
