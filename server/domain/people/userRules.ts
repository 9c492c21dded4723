import { fullName, type User } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { EVER } from '../../db/repositories/commissions/facts.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { forbidden, Problem, refusedForm } from '../shared/problem.ts';

const text = messages.userForm;

/** Who changes accounts, from where and when. */
export type By = Readonly<{ principal: Principal; origin: Origin; at: Date }>;

/** The answer to a save of a version that is not the newest any more. */
export class StaleUser extends Problem {
  override readonly current: User;
  constructor(current: User) {
    super(409, 'stale_version', text.conflict);
    this.current = current;
  }
}

export const emailTaken = (): Problem => new Problem(409, 'email_taken', text.emailTaken, { errors: { email: text.emailTaken } });
/** Payroll finds a person by this number. @param id null: a new account @throws Problem 422 */
export const assertNumberFree = async (within: Repositories, number: string | null, id: number | null): Promise<void> => {
  const holder = number === null ? undefined : await within.users.byEmployeeNumber(number);
  if (holder && holder.id !== id) throw refusedForm({ employee_number: text.employeeNumberTaken });
};
export const notOneself = (field?: string): Problem =>
  new Problem(409, 'own_account', text.notSelf, field ? { errors: { [field]: text.notSelf } } : {});

/**
 * One change of accounts at a time, by someone who still is an administrator.
 * @returns the active administrators
 * @throws Problem 403 where the caller has lost that role
 */
export const takeTurn = async (within: Repositories, { principal }: By): Promise<readonly number[]> => {
  const admins = await within.users.lockAdmins();
  if (!admins.includes(principal.userId)) throw forbidden();
  return admins;
};

/** decisions 4.03. @throws Problem 409 */
export const mustNotBeLastAdmin = (admins: readonly number[], id: number, field: 'role' | 'active'): void => {
  if (admins.length === 1 && admins[0] === id)
    throw new Problem(409, 'last_admin', text.lastAdmin, { errors: { [field]: text.lastAdmin } });
};

/**
 * The row id of the manager that a person (`report`; null: not there yet) is to have from a day on.
 * @throws Problem 422 for a person who is not active, for oneself, and for one who reports to them on any day since
 */
export const managerFor = async (within: Repositories, id: number | null, report: UserRow | null, from: Day): Promise<number> => {
  const manager = id === null ? undefined : await within.users.byId(id);
  if (!manager?.active) throw refusedForm({ manager_id: text.managerUnknown });
  if (report === null) return manager.id;
  if (manager.id === report.id) throw refusedForm({ manager_id: text.managerSelf });
  const loop = await within.users.loopDays(manager.id, report.id, from);
  if (loop) {
    const names = { manager: fullName(manager), name: fullName(report) };
    const isOver = loop.to_day < EVER.to;
    const sentence = isOver ? fill(text.managerLoopThen, { ...names, day: dayText(loop.to_day) }) : fill(text.managerLoop, names);
    throw refusedForm({ [isOver ? 'effective_from' : 'manager_id']: sentence });
  }
  return manager.id;
};
