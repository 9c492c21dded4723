import { fullName, type User } from '../../../contract/entities/user.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { ALL_DAYS } from '../../db/repositories/commissions/facts.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { forbidden, formProblem, Problem } from '../shared/problem.ts';

const t = messages.userFormText;

/** The user who changes accounts, with the request's origin and time. */
export type UserChangeBy = Readonly<{ principal: Principal; origin: Origin; at: Date }>;
/** The author of a change, for notices. `author`: the name of the issuer, if single sign-on decided instead of a user. */
export type NoticeAuthor = Pick<UserChangeBy, 'principal' | 'at'> & Readonly<{ author?: string }>;

/** The error for saving an outdated version; carries the current user. */
export class StaleUser extends Problem {
  override readonly current: User;
  constructor(current: User) {
    super(409, 'stale_version', t.conflict);
    this.current = current;
  }
}

export const emailTakenProblem = (): Problem => new Problem(409, 'email_taken', t.emailTaken, { errors: { email: t.emailTaken } });
/** Payroll identifies people by this number. @param id null for a new account @throws Problem 422 */
export const assertNumberFree = async (tx: Repositories, number: string | null, id: number | null): Promise<void> => {
  const holder = number === null ? undefined : await tx.users.byEmployeeNumber(number);
  if (holder && holder.id !== id) throw formProblem({ employee_number: t.employeeNumberTaken });
};
export const ownAccountProblem = (field?: string): Problem =>
  new Problem(409, 'own_account', t.notSelf, field ? { errors: { [field]: t.notSelf } } : {});

/**
 * Serializes changes to accounts, and checks that the caller is still an administrator.
 * @returns ids of the active administrators
 * @throws Problem 403 if the caller has lost that role
 */
export const lockAccountChanges = async (tx: Repositories, { principal }: UserChangeBy): Promise<readonly number[]> => {
  const admins = await tx.users.lockAdmins();
  if (!admins.includes(principal.userId)) throw forbidden();
  return admins;
};

export const isLastAdmin = (admins: readonly number[], id: number): boolean => admins.length === 1 && admins[0] === id;
/** decisions 4.03. @throws Problem 409 */
export const assertNotLastAdmin = (admins: readonly number[], id: number, field: 'role' | 'active'): void => {
  if (isLastAdmin(admins, id)) throw new Problem(409, 'last_admin', t.lastAdmin, { errors: { [field]: t.lastAdmin } });
};

/**
 * The row id of a person's new manager from a day on. `report`: the person; null for a new account.
 * @throws Problem 422 for an inactive manager, the person themselves, and anyone who reports to them on any day since
 */
export const findManager = async (tx: Repositories, id: number | null, report: UserRow | null, from: Day): Promise<number> => {
  const manager = id === null ? undefined : await tx.users.byId(id);
  if (!manager?.active) throw formProblem({ manager_id: t.managerUnknown });
  if (report === null) return manager.id;
  if (manager.id === report.id) throw formProblem({ manager_id: t.managerSelf });
  const loop = await tx.users.loopDays(manager.id, report.id, from);
  if (loop) {
    const names = { manager: fullName(manager), name: fullName(report) };
    const isPast = loop.to_day < ALL_DAYS.to;
    const message = isPast ? fill(t.managerLoopThen, { ...names, day: dayText(loop.to_day) }) : fill(t.managerLoop, names);
    throw formProblem({ [isPast ? 'effective_from' : 'manager_id']: message });
  }
  return manager.id;
};
