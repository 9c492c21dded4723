import type { NewUser, UserCreated } from '../../../contract/entities/people.ts';
import type { Leave, Role } from '../../../contract/entities/user.ts';
import { newUserForm } from '../../../contract/forms/user.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { ALL_DAYS } from '../../db/repositories/commissions/facts.ts';
import { UNKNOWN_START, type UserRow, userOf } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { requestPlanReading } from '../settings/requestPlanReading.ts';
import { assertTerritory } from '../settings/territories.ts';
import { checkForm } from '../shared/checkForm.ts';
import { rowId } from '../shared/rowId.ts';
import type { Services } from '../shared/services.ts';
import { assertMayGrant, notifyApprover } from './approvers.ts';
import { type EmploymentInput, employmentOf, leavesOf, newEmployment, toEmploymentFields } from './employment.ts';
import { createTemporaryPassword, type Temporary } from './userPassword.ts';
import { assertNumberFree, emailTakenProblem, findManager, lockAccountChanges, type UserChangeBy } from './userRules.ts';

export type UserInput = Pick<UserRow, 'first_name' | 'last_name' | 'role' | 'territory'>;
type NewPerson = UserInput & Pick<UserRow, 'email' | 'employee_number'> & EmploymentInput & Readonly<{ leaves?: readonly Leave[] }>;

/** '' and null mean no territory. */
export const territoryOf = (text: string | null | undefined): UserRow['territory'] => text || null;

/**
 * Adds an account within the given transaction; a password is always temporary.
 * @throws Problem 403 second_factor_needed, 409 email_taken, 422
 */
export const addUser = async (
  tx: Repositories,
  context: UserChangeBy,
  { employment_start, employment_end, leaves = [], ...person }: NewPerson,
  managerId: string | null,
  password: Temporary['columns'],
): Promise<UserRow> => {
  await lockAccountChanges(tx, context);
  await assertMayGrant(tx, context, person.role);
  await assertNumberFree(tx, person.employee_number, null);
  await assertTerritory(tx, person.territory);
  const manager_id = managerId ? await findManager(tx, rowId(managerId), null, UNKNOWN_START) : null;
  const employment = employmentOf({ employment_start, employment_end }, { current: newEmployment, earlier: [], today: ALL_DAYS.to });
  const row = await tx.users.add(
    {
      ...person,
      ...employment,
      leaves: JSON.stringify(leavesOf(leaves, [employment])),
      manager_id,
      ...password,
      temporary_password_by: password.password_hash === null ? null : context.principal.userId,
    },
    context.at,
  );
  if (!row) throw emailTakenProblem();
  const entry = { actorId: context.principal.userId, action: 'user.created', entity: 'user', entityId: String(row.id) };
  await tx.audit.write(
    { ...entry, after: { ...person, manager_id, ...toEmploymentFields(employment), ...(leaves.length > 0 && { leaves }) } },
    context.origin,
    context.at,
  );
  await requestPlanReading(tx, null, row, context.at);
  await notifyApprover(tx, context, row, 'approverCreated');
  return row;
};

/**
 * spec 7.14: if no password is given, one is generated and returned only here.
 * @throws Problem 403, 409 email_taken, 422, 503
 */
export const createUser = async (services: Services, principal: Principal, body: NewUser, origin: Origin): Promise<UserCreated> => {
  await checkForm(newUserForm, body);
  const { email, first_name, last_name, role, territory, manager_id, password, employment_start, employment_end } = newUserForm.cast(body);
  const employee_number = newUserForm.cast(body).employee_number || null;
  const names = { email, first_name, last_name, employee_number };
  const person = { ...names, role: role as Role, territory: territoryOf(territory), employment_start, employment_end };
  // An early check, because hashing takes long; the insert itself is decisive.
  if (await services.store.users.byEmail(email)) throw emailTakenProblem();
  const temporary = await createTemporaryPassword(services, password, person);
  const context = { principal, origin, at: services.clock() };
  const row = await services.store.transaction((tx) => addUser(tx, context, person, manager_id ?? null, temporary.columns));
  return { ...userOf(row), ...(temporary.generated === null ? {} : { temporary_password: temporary.generated }) };
};
