import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { PlannedRow } from '../../db/repositories/people/plannedChanges.ts';
import type { Store } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import type { Principal } from '../session/principal.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { changeAccount } from './changeUser.ts';
import { StaleUser } from './userRules.ts';

type Deps = Pick<Services, 'store' | 'clock'>;

const origin: Origin = { network: 'server', requestId: 'planned_changes', device: '' };

/** Notifies admins of a planned change that could not be applied. */
const notifyRefused = async (store: Store, row: PlannedRow, reason: string, at: Date): Promise<void> => {
  await store.transaction(async (tx) => {
    const person = await tx.users.byId(row.user_id);
    if (!(await tx.plannedChanges.end(row.id, 'refused')) || !person) return;
    const words = { person: fullName(person), day: dayText(row.from_day), reason };
    const subject = { kind: 'account', id: person.id, email: person.email } as const;
    await notify(
      tx,
      'plannedChangeRefused',
      { subject, occurrence: `planned-${row.id}`, words },
      { to: await tx.periods.peopleOf(['admin']), at },
    );
  });
};

/**
 * Maximum number of tries: a concurrent save or withdrawal makes a change stale, and the remaining plan is then applied to the new
 * version.
 */
const MAX_TRIES = 3;

/** Applies a change on behalf of its author. @throws Problem 202 waiting_for_approval, 403, 404, 409, 422 */
const applyAsAuthor = async (deps: Deps, row: PlannedRow, author: Principal, today: Day, tries = 1): Promise<unknown> => {
  const { users, plannedChanges } = deps.store;
  const plan = { id: row.id, change: row.change };
  const knownUser = { version: null, seen: (await users.byId(row.user_id))?.version ?? 0, plan };
  const change = { ...row.change, effectiveFrom: row.from_day, askedOn: today };
  return changeAccount(deps, author, row.user_id, change, knownUser, origin).catch(async (error: unknown) => {
    if (!(error instanceof StaleUser) || tries === MAX_TRIES) throw error;
    const current = (await plannedChanges.due(today)).find(({ id }) => id === row.id);
    return current && applyAsAuthor(deps, current, author, today, tries + 1);
  });
};

const applyOne = async (deps: Deps, row: PlannedRow, today: Day): Promise<void> => {
  const { store, clock } = deps;
  const userId = row.author_id;
  if (!row.active || row.role !== 'admin') return notifyRefused(store, row, messages.userFormText.plannerLeft, clock());
  const heads = { config: 0, periods: 0, people: 0, moment: `planned ${row.id}` };
  const author: Principal = { actor: { id: String(userId), role: row.role }, userId, sessionId: 0, mustChangePassword: false, heads };
  try {
    await applyAsAuthor(deps, row, author, today);
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error instanceof StaleUser) throw error;
    if (error.status !== 202) return notifyRefused(store, row, error.message, clock());
    await store.plannedChanges.end(row.id, 'done');
  }
};

/**
 * Applies the changes whose day has come, each on behalf of its author: if it raises the author's own pay, it waits for approval. An
 * unexpected failure is logged, does not block the others, and is retried the next day.
 */
export const applyPlanned = async (deps: Deps, today: Day, log: (error: unknown) => void): Promise<void> => {
  for (const row of await deps.store.plannedChanges.due(today)) await applyOne(deps, row, today).catch(log);
};
