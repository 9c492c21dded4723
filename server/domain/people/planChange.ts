import { messages } from '../../../contract/messages.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { type UserRow, userOf } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { assertTerritory } from '../settings/territories.ts';
import { formProblem, notFoundProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { AccountInput } from './accountChange.ts';
import { assertMayChange } from './approvers.ts';
import { findManager, lockAccountChanges, StaleUser, type UserChangeBy } from './userRules.ts';

export type PlannedChange = Readonly<{ from: Day; facts: Pick<AccountInput, 'role' | 'territory' | 'managerId'> }>;
/** `now`: the part of a change that applies at once, or null. */
export type SplitChange = Readonly<{ now: AccountInput | null; planned: PlannedChange | null }>;

const t = messages.userFormText;

/** Plans role, manager and territory from a future day; the rest of a change applies immediately. @throws Problem 422 */
export const splitChange = (account: AccountInput, today: Day): SplitChange => {
  const { effectiveFrom: from, role, territory, managerId, ...now } = account;
  if (from === undefined || from <= today) return { now: account, planned: null };
  const facts = {
    ...(role === undefined ? {} : { role }),
    ...(territory === undefined ? {} : { territory }),
    ...(managerId === undefined ? {} : { managerId }),
  };
  if (Object.keys(facts).length === 0) throw formProblem({ effective_from: t.fromNothing });
  const { askedOn: _askedOn, ...rest } = now;
  return { now: Object.keys(rest).length === 0 ? null : now, planned: { from, facts } };
};

/** The facts that differ from those in force just before the day. */
const readChanges = async (tx: Repositories, person: UserRow, { from, facts }: PlannedChange): Promise<PlannedChange['facts']> => {
  const { role, territory, manager_id } = person;
  const current: PlannedChange['facts'] = { role, territory, managerId: manager_id === null ? null : String(manager_id) };
  const valuesBefore = { ...current, ...(await tx.plannedChanges.before(person.id, from)) };
  const differing = (['role', 'territory', 'managerId'] as const).filter(
    (name) => facts[name] !== undefined && (facts[name] || null) !== (valuesBefore[name] || null),
  );
  return Object.fromEntries(differing.map((name) => [name, facts[name]]));
};

/** The audit entry of a planned change. */
export const plannedEntryOf = (id: number, { from, facts }: PlannedChange) => {
  const { managerId, ...rest } = facts;
  const after = { ...rest, ...(managerId === undefined ? {} : { manager_id: managerId }), effective_from: from };
  return { action: 'user.change_planned', entity: 'user', entityId: String(id), after };
};

/**
 * Saves a planned change in the caller's transaction. The last planner of a fact becomes its author; planning the value in force before
 * that day cancels the planned fact.
 * @param version the version it was based on; null for any
 * @throws Problem 403, 404, 409 stale_version, 422
 */
export const planChangeWithin = async (
  tx: Repositories,
  context: UserChangeBy,
  id: number,
  { from, facts }: PlannedChange,
  version: number | null,
): Promise<void> => {
  const { principal, origin, at } = context;
  await lockAccountChanges(tx, context);
  const person = await tx.users.lock(id);
  if (!person) throw notFoundProblem('user');
  if (facts.role !== undefined) await assertMayChange(tx, context, person, { role: facts.role });
  if (version !== null && version !== person.version) throw new StaleUser(userOf(person));
  await tx.plannedChanges.withdraw(id, from, Object.keys(facts));
  const changes = await readChanges(tx, person, { from, facts });
  await assertTerritory(tx, changes.territory ?? null);
  if (changes.managerId) await findManager(tx, rowId(changes.managerId), person, from);
  if (Object.keys(changes).length > 0) await tx.plannedChanges.add(id, from, changes, principal.userId, at);
  await tx.audit.write({ actorId: principal.userId, ...plannedEntryOf(id, { from, facts }) }, origin, at);
};
