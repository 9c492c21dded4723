import { messages } from '../../../contract/messages.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { userOf } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notFound, refusedForm } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { AccountInput } from './accountChange.ts';
import { type By, managerFor, StaleUser, takeTurn } from './userRules.ts';

export type Planned = Readonly<{ from: Day; facts: Pick<AccountInput, 'role' | 'territory' | 'managerId'> }>;
/** `now`: the part of a change that holds at once; null where there is none. */
export type SplitChange = Readonly<{ now: AccountInput | null; planned: Planned | null }>;

const text = messages.userForm;

/** Role, manager and territory of a coming day wait for it; the rest of a change holds at once. @throws Problem 422 */
export const splitChange = (account: AccountInput, today: Day): SplitChange => {
  const { effectiveFrom: from, role, territory, managerId, ...now } = account;
  if (from === undefined || from <= today) return { now: account, planned: null };
  const facts = {
    ...(role === undefined ? {} : { role }),
    ...(territory === undefined ? {} : { territory }),
    ...(managerId === undefined ? {} : { managerId }),
  };
  if (Object.keys(facts).length === 0) throw refusedForm({ effective_from: text.fromNothing });
  const { askedOn: _askedOn, ...rest } = now;
  return { now: Object.keys(rest).length === 0 ? null : now, planned: { from, facts } };
};

/** Keeps a change for its day, in the caller's transaction. @param version of which it was made; null: any @throws Problem 403, 404, 409 stale_version, 422 */
export const planWithin = async (
  within: Repositories,
  by: By,
  id: number,
  { from, facts }: Planned,
  version: number | null,
): Promise<void> => {
  const { principal, origin, at } = by;
  await takeTurn(within, by);
  const person = await within.users.lock(id);
  if (!person) throw notFound('user');
  if (version !== null && version !== person.version) throw new StaleUser(userOf(person));
  if (facts.managerId) await managerFor(within, rowId(facts.managerId), person, from);
  await within.plannedChanges.plan(id, from, facts, principal.userId, at);
  const { managerId, ...rest } = facts;
  const after = { ...rest, ...(managerId === undefined ? {} : { manager_id: managerId }), effective_from: from };
  await within.audit.write(
    { actorId: principal.userId, action: 'user.change_planned', entity: 'user', entityId: String(id), after },
    origin,
    at,
  );
};
