import type { UserFact } from '../../../contract/entities/people.ts';
import { messages } from '../../../contract/messages.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Principal } from '../session/principal.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { lockAccountChanges } from './userRules.ts';

type Fact = Readonly<{ field: PlannedField; day: Day }>;
type PlannedField = Exclude<UserFact['field'], 'employment' | 'leave'>;
/** Names in a planned change and in the audit log. */
const names = { role: ['role', 'role'], territory: ['territory', 'territory'], manager: ['managerId', 'manager_id'] } as const;

/**
 * Withdraws one planned fact of a day; other facts of that day remain (decisions 2.22).
 * @throws Problem 403, 404 for a fact that is not planned, or no longer
 */
export const withdrawPlanned = (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  principal: Principal,
  id: number | null,
  { field, day }: Fact,
  origin: Origin,
): Promise<void> => {
  const at = clock();
  return store.transaction(async (tx) => {
    await lockAccountChanges(tx, { principal, origin, at });
    const person = id === null ? undefined : await tx.users.lock(id);
    if (!person) throw notFoundProblem('user');
    const [name, auditName] = names[field];
    const { [name]: value } = await tx.plannedChanges.waitingFor(person.id, day);
    if (value === undefined) throw new Problem(404, 'not_found', messages.userFormText.planGone);
    await tx.plannedChanges.withdraw(person.id, day, [name]);
    const before = { [auditName]: value, effective_from: day };
    const entry = { actorId: principal.userId, action: 'user.plan_withdrawn', entity: 'user', entityId: String(person.id), before };
    await tx.audit.write(entry, origin, at);
  });
};
