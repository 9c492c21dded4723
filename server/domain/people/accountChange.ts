import { isDeepStrictEqual } from 'node:util';
import type { UserChange } from '../../../contract/entities/people.ts';
import type { Role } from '../../../contract/entities/user.ts';
import { userForm } from '../../../contract/forms/user.ts';
import { messages } from '../../../contract/messages.ts';
import { addDays, type Day, earlierDay, laterDay } from '../../../contract/rules/time/period.ts';
import type { AccountChange } from '../../db/repositories/people/userAccounts.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { assertTerritory } from '../settings/territories.ts';
import { checkForm } from '../shared/checkForm.ts';
import { todayIn } from '../shared/clock.ts';
import { formProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import { territoryOf } from './createUser.ts';
import {
  type Employment,
  type EmploymentHistory,
  type EmploymentInput,
  employmentOf,
  employmentsWith,
  isLeaveIn,
  isRehire,
  leavesOf,
} from './employment.ts';
import type { Temporary } from './userPassword.ts';
import { assertNumberFree, findManager } from './userRules.ts';

const t = messages.userFormText;

/**
 * An administrator's change to an account; `managerId` null removes the manager. Omitted fields are unchanged. Only an identity provider
 * gives an `email`.
 */
export type AccountInput = Partial<
  Pick<UserRow, 'email' | 'first_name' | 'last_name' | 'role' | 'territory' | 'active' | 'employee_number' | 'leaves'>
> &
  Readonly<{
    managerId?: string | null;
    temporary?: Temporary;
    /** First day of the given role, manager and territory; undefined: today, for those that differ. */
    effectiveFrom?: Day;
    /** The day of the request; still used as today if the change waits for approval. */
    askedOn?: Day;
    employment?: EmploymentInput;
  }>;

const shownFields = [
  'email',
  'first_name',
  'last_name',
  'role',
  'territory',
  'manager_id',
  'active',
  'joined_on',
  'left_on',
  'employee_number',
  'leaves',
] as const;
type ShownField = (typeof shownFields)[number];

const resolveManager = async (
  tx: Repositories,
  before: UserRow,
  { managerId, effectiveFrom }: AccountInput,
  today: Day,
): Promise<number | null> => {
  if (managerId === undefined || (effectiveFrom === undefined && managerId === String(before.manager_id))) return before.manager_id;
  return managerId === null || managerId === '' ? null : findManager(tx, rowId(managerId), before, effectiveFrom ?? today);
};

/** True if the person's plan or their team's share may change. */
export const canAffectPlan = (
  person: UserRow | undefined,
  { role, managerId, active, effectiveFrom, employment, leaves }: AccountInput,
): boolean =>
  person !== undefined &&
  ((role !== undefined && role !== person.role) ||
    (managerId !== undefined && (managerId ?? '') !== String(person.manager_id ?? '')) ||
    (active !== undefined && active !== person.active) ||
    effectiveFrom !== undefined ||
    employment !== undefined ||
    leaves !== undefined);

/** Fields given with a first day are set from that day on, even if they equal today's values. @throws Problem 422 */
const datedFieldsOf = ({ role, territory, managerId, effectiveFrom }: AccountInput): ShownField[] => {
  if (effectiveFrom === undefined) return [];
  const named = { role, territory, manager_id: managerId };
  const fields = (['role', 'territory', 'manager_id'] as const).filter((field) => named[field] !== undefined);
  if (fields.length === 0) throw formProblem({ effective_from: t.fromNothing });
  return fields;
};

/** Deactivating ends an employment that has begun and activating resumes it, unless the change gives an end date. */
const resolveEmployment = (
  before: UserRow,
  { active = before.active, employment = {} }: AccountInput,
  { earlier, today }: Omit<EmploymentHistory, 'current'>,
): Employment => {
  const desired = employmentOf(employment, { current: before, earlier, today });
  if (employment.employment_end !== undefined || active === before.active) return desired;
  if (!active) return desired.joined_on > today ? desired : { ...desired, left_on: desired.left_on ?? today };
  return desired.left_on !== null && desired.left_on <= today ? { ...desired, left_on: null } : desired;
};

/** First days of a change: `from` for role, manager and territory, `active` for the state of the account. */
type Days = Readonly<{ from: Day; active: Day; today: Day }>;
const DATED_FIELDS = ['role', 'territory', 'manager_id'] as const;

/** A rehired person was inactive on the first day; activating the account applies from that day on. */
const readActiveFrom = async ({ users }: Repositories, before: UserRow, { joined_on, active }: UserRow, today: Day): Promise<Day> => {
  const isRehired = active && !before.active && joined_on < today && !(await users.isActiveOn(before.id, joined_on));
  return isRehired ? joined_on : today;
};

const leavesMissingFrom = (leaves: UserRow['leaves'], others: UserRow['leaves']) => leaves.filter((leave) => !isLeaveIn(others, leave));

/** The first day on which any value differs. */
const firstDayOf = (before: UserRow, desired: UserRow, changed: readonly ShownField[], { from, active, today }: Days): Day => {
  const employment = (['joined_on', 'left_on'] as const).filter((field) => changed.includes(field));
  const days = isRehire(before, desired.joined_on)
    ? [desired.joined_on]
    : employment.flatMap((field) => [before[field], desired[field]]).filter((day) => day !== null);
  const changedLeaves = changed.includes('leaves')
    ? [...leavesMissingFrom(before.leaves, desired.leaves), ...leavesMissingFrom(desired.leaves, before.leaves)]
    : [];
  const leaveDays = changedLeaves.map((leave) => leave.from);
  return [...days, ...leaveDays, active, ...(DATED_FIELDS.some((field) => changed.includes(field)) ? [from] : [])].reduce(
    (a, b) => (a < b ? a : b),
    today,
  );
};

const saveEmployment = async ({ users }: Repositories, before: UserRow, { joined_on, left_on }: UserRow): Promise<void> => {
  if (joined_on === before.joined_on && left_on === before.left_on) return;
  const previousEnd = isRehire(before, joined_on) ? before.left_on : null;
  if (previousEnd !== null) await users.holdFrom(before.id, addDays(previousEnd, 1), { joined_on, left_on });
  await users.changeEmployment(before.id, previousEnd === null ? [before.joined_on, joined_on] : [joined_on], { joined_on, left_on });
};

/** Activates the days that a corrected start or end adds to an employment, if the account was active on the adjoining day. */
const activateAdded = async ({ users }: Repositories, { before, desired, earlier, days: { today } }: DecidedChange): Promise<void> => {
  const { id, joined_on, left_on } = before;
  if (desired.joined_on < joined_on && (await users.isActiveOn(id, joined_on))) {
    const previousEnd = earlier[0]?.left_on;
    const from = previousEnd ? laterDay(desired.joined_on, addDays(previousEnd, 1)) : desired.joined_on;
    await users.activateDays(id, from, earlierDay(joined_on, today));
  }
  if (isRehire(before, desired.joined_on) || left_on === null || desired.left_on === null || desired.left_on <= left_on) return;
  // The account may have been deactivated on the last day itself.
  if (!(await users.isActiveOn(id, laterDay(joined_on, addDays(left_on, -1))))) return;
  await users.activateDays(id, left_on, earlierDay(addDays(desired.left_on, 1), today));
};

/** Saves the dated values so that earlier days keep theirs (decisions 2.22). */
const saveDatedValues = async (tx: Repositories, change: DecidedChange): Promise<void> => {
  const { before, desired, changed, days } = change;
  const { users } = tx;
  const { id } = before;
  const { from, active, today } = days;
  await activateAdded(tx, change);
  await saveEmployment(tx, before, desired);
  const facts = DATED_FIELDS.filter((field) => changed.includes(field)).map((field) => [field, desired[field]] as const);
  if (facts.length > 0) await users.holdFrom(id, from, Object.fromEntries(facts));
  const leaves = !desired.active && desired.left_on !== null && changed.includes('left_on');
  if (!leaves && !changed.includes('active')) return;
  const dayAfterLeaving = leaves ? addDays(desired.left_on ?? today, 1) : active;
  await users.holdFrom(id, dayAfterLeaving < today ? dayAfterLeaving : today, { active: desired.active });
};

/** The result of a change to an account. `since`: the first day on which any value differs. */
export type DecidedChange = Readonly<{
  before: UserRow;
  desired: UserRow;
  changed: readonly ShownField[];
  earlier: readonly Employment[];
  since: Day;
  days: Days;
}>;

/** @throws Problem 422 */
export const decideChange = async (tx: Repositories, before: UserRow, account: AccountInput, at: Date): Promise<DecidedChange> => {
  const today = account.askedOn ?? todayIn((await currentConfig(tx)).config.timezone, at);
  const restated = datedFieldsOf(account);
  const {
    managerId: _managerId,
    temporary: _temporary,
    effectiveFrom,
    askedOn: _askedOn,
    employment: _employment,
    ...accountInput
  } = account;
  const manager_id = await resolveManager(tx, before, account, today);
  const earlier = (await tx.users.earlierEmployments([before.id])).get(before.id) ?? [];
  const employment = resolveEmployment(before, account, { earlier, today });
  const leaves = accountInput.leaves
    ? leavesOf(accountInput.leaves, employmentsWith(employment, { current: before, earlier }), before.leaves)
    : before.leaves;
  const desired = { ...before, ...accountInput, ...employment, leaves, manager_id };
  const isChanged = (field: ShownField): boolean =>
    field === 'leaves' ? !isDeepStrictEqual(desired.leaves, before.leaves) : desired[field] !== before[field];
  const changed = shownFields.filter((field) => isChanged(field) || restated.includes(field));
  if (isChanged('territory')) await assertTerritory(tx, desired.territory, before.id);
  const days = { from: effectiveFrom ?? today, active: await readActiveFrom(tx, before, desired, today), today };
  return { before, desired, changed, earlier, since: firstDayOf(before, desired, changed, days), days };
};

/** @param extraColumns additional columns to change */
export const writeChange = async (tx: Repositories, change: DecidedChange, extraColumns: AccountChange, at: Date): Promise<UserRow> => {
  const { before, desired, changed } = change;
  if (changed.includes('employee_number')) await assertNumberFree(tx, desired.employee_number, before.id);
  await saveDatedValues(tx, change);
  const values = changed.map((field) => [field, field === 'leaves' ? JSON.stringify(desired.leaves) : desired[field]]);
  return tx.users.change(before.id, { ...Object.fromEntries(values), ...extraColumns }, at);
};

const presentFields = (body: UserChange): (keyof typeof userForm.fields)[] => {
  const names = Object.keys(userForm.fields) as (keyof typeof userForm.fields)[];
  return names.filter((name) => body[name] !== undefined);
};

/** Parses a body into a change, without its password. @throws Problem 422 */
export const accountInputOf = async (body: UserChange): Promise<AccountInput> => {
  const form = userForm.pick(presentFields(body));
  await checkForm(form, body);
  const { first_name, last_name, role, territory, manager_id, effective_from, employment_start, employment_end, employee_number } =
    form.cast(body) as UserChange;
  return {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(role === undefined ? {} : { role: role as Role }),
    ...(territory === undefined ? {} : { territory: territoryOf(territory) }),
    ...(manager_id === undefined ? {} : { managerId: manager_id }),
    ...(body.active === undefined ? {} : { active: body.active }),
    ...(body.leaves === undefined ? {} : { leaves: body.leaves }),
    ...(employee_number === undefined ? {} : { employee_number: employee_number || null }),
    ...(effective_from ? { effectiveFrom: effective_from } : {}),
    ...(employment_start === undefined && employment_end === undefined ? {} : { employment: { employment_start, employment_end } }),
  };
};
