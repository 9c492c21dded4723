import { isDeepStrictEqual } from 'node:util';
import type { UserImport, UserImportUndo } from '../../../../contract/entities/people.ts';
import { messages } from '../../../../contract/messages.ts';
import type { Origin } from '../../../db/repositories/audit/audit.ts';
import type { PersonState, UserImportChangeRow } from '../../../db/repositories/people/userImports.ts';
import { currentConfig } from '../../plans/config.ts';
import type { Principal } from '../../session/principal.ts';
import { todayIn } from '../../shared/clock.ts';
import { notFoundProblem, Problem } from '../../shared/problem.ts';
import type { Services } from '../../shared/services.ts';
import type { AccountInput } from '../accountChange.ts';
import { changeAccount } from '../changeUser.ts';
import { deleteUser } from '../deleteUser.ts';
import { changedSinceProblem } from '../importStep.ts';

const t = messages.userImport;
const MAX_LISTED = 20;
type Outcome = 'removed' | 'deactivated' | 'restored';

/** The latest imports of people, with the number of people whose earlier state can still be restored. */
export const listUserImports = async ({ store }: Pick<Services, 'store'>): Promise<UserImport[]> =>
  (await store.userImports.latest(MAX_LISTED)).map(({ id, author, ...row }) => ({ id: String(id), created_by: author, ...row }));

/** The change that restores the fields of the import from the same first day on, and the days of the earlier employment. */
const inverseChangeOf = (before: PersonState, { fields, since }: UserImportChangeRow): AccountInput => {
  const has = (field: string): boolean => fields.includes(field);
  const isEmployment = has('employment_start') || has('employment_end');
  return {
    ...(has('first_name') && { first_name: before.first_name }),
    ...(has('last_name') && { last_name: before.last_name }),
    ...(has('employee_number') && { employee_number: before.employee_number }),
    ...(has('leaves') && { leaves: before.leaves }),
    ...(has('role') && { role: before.role }),
    ...(has('territory') && { territory: before.territory }),
    ...(has('manager_id') && { managerId: before.manager_id === null ? null : String(before.manager_id) }),
    ...(since !== null && { effectiveFrom: since }),
    ...(isEmployment && { employment: { employment_start: before.joined_on, employment_end: before.left_on } }),
  };
};

/** Undoes one change under the same rules as any change of a person. @throws Problem with the reason why it cannot be undone */
const undoOne = async (services: Services, principal: Principal, change: UserImportChangeRow, origin: Origin): Promise<Outcome> => {
  const { user_id: id, before, after } = change;
  const { store, clock } = services;
  const row = await store.users.byId(id);
  if (!row) throw notFoundProblem('user');
  const { config } = await currentConfig(store);
  const askedOn = todayIn(config.timezone, clock());
  const { version } = row;
  const applyChange = (account: AccountInput) =>
    changeAccount(services, principal, id, { ...account, askedOn }, { version, seen: version, step: { undo: change.id } }, origin);
  const state = await store.userImports.stateOf(id);
  if (isDeepStrictEqual(state, before)) {
    await store.userImports.forget(change.id);
    return 'restored';
  }
  if (!isDeepStrictEqual(state, after)) throw changedSinceProblem();
  if (before !== null) {
    await applyChange(inverseChangeOf(before, change));
    return 'restored';
  }
  try {
    await deleteUser(services, principal, id, origin, version);
    return 'removed';
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'user_has_history')) throw error;
    if (row.active) await applyChange({ active: false });
    else await store.userImports.forget(change.id);
    return 'deactivated';
  }
};

/**
 * Undoes an import of people from its last line to its first: new people are deleted, or deactivated if anything refers to them, and
 * changed people get exactly their earlier state back. Refused lines remain, with the reason, and can be tried again.
 * @throws Problem 403, 404, 409 import_undone
 */
export const undoUserImport = async (
  services: Services,
  principal: Principal,
  id: number | null,
  origin: Origin,
): Promise<UserImportUndo> => {
  const { store, clock } = services;
  const userImport = id === null ? undefined : await store.userImports.byId(id);
  if (!userImport) throw notFoundProblem('import');
  if (userImport.undone_at !== null) throw new Problem(409, 'import_undone', t.alreadyUndone);
  const counts = { removed: 0, deactivated: 0, restored: 0 };
  const refused: { name: string; reason: string }[] = [];
  for (const change of await store.userImports.changes(userImport.id)) {
    try {
      counts[await undoOne(services, principal, change, origin)] += 1;
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500 || error.status === 403) throw error;
      refused.push({ name: change.name, reason: error.message });
    }
  }
  const at = clock();
  await store.transaction(async (tx) => {
    await tx.userImports.setUndone(userImport.id, at);
    const entry = { actorId: principal.userId, action: 'user.import_undone', entity: 'user_import', entityId: String(userImport.id) };
    await tx.audit.write({ ...entry, after: { title: userImport.title, ...counts, kept: refused.length } }, origin, at);
  });
  return { ...counts, kept: refused };
};
