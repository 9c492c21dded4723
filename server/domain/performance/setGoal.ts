import type { Goal, GoalBody, GoalKind } from '../../../contract/entities/goal.ts';
import { goalForm } from '../../../contract/forms/goal.ts';
import { type GoalEvent, goalLifecycle } from '../../../contract/lifecycles/goal.ts';
import { canStep } from '../../../contract/lifecycles/step.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { monthText } from '../../../contract/rules/time/dayText.ts';
import { type Day, firstDayOfMonth, monthIndexOf, periodAt, yearOf } from '../../../contract/rules/time/period.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { GoalRow } from '../../db/repositories/performance/goals.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { todayIn } from '../shared/clock.ts';
import { forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import type { Services } from '../shared/services.ts';
import { canAccessGoal, goalLifecycleFacts, goalOf, goalStateOf } from './goalView.ts';
import { readMonth } from './listGoals.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
const t = messages.goals;

const readTarget = async (kind: GoalKind, target: number): Promise<number> => {
  await checkForm(goalForm, { kind, target: String(target) });
  return kind === 'close_deals' ? target : toCents(target);
};

/** Today in the company's time zone, within a transaction. */
const readToday = async (tx: Repositories, at: Date): Promise<Day> => todayIn((await currentConfig(tx)).config.timezone, at);

const monthOverProblem = (month: Day): Problem => new Problem(409, 'goal_over', fill(t.monthOver, { month: monthText(month) }));

const writeAudit = (
  tx: Repositories,
  { userId }: Principal,
  verb: 'set' | 'changed' | 'removed',
  { row, before, after }: Readonly<{ row: GoalRow; before: number | null; after: number | null }>,
  origin: Origin,
  at: Date,
): Promise<void> => {
  const goalOf = (target: number | null) =>
    target === null ? undefined : { kind: row.kind, month: row.month, user_id: row.user_id, target };
  const entry = {
    actorId: userId,
    action: `goal.${verb}`,
    entity: 'goal',
    entityId: String(row.id),
    before: goalOf(before),
    after: goalOf(after),
  };
  return tx.audit.write(entry, origin, at);
};

/**
 * Sets a goal for a month that has not ended (decisions 3.04).
 * @throws Problem 400, 403, 404, 409 goal_exists, goal_over, 422
 */
export const setGoal = async ({ store, clock }: Deps, principal: Principal, body: GoalBody, origin: Origin): Promise<Goal> => {
  const at = clock();
  return store.transaction(async (tx) => {
    const userId = rowId(body.user_id);
    const person = userId === null ? undefined : await tx.users.byId(userId);
    if (!canAccessGoal(principal.actor, 'goal:write', { user_id: userId ?? 0, manager_id: person?.manager_id ?? null })) throw forbidden();
    if (!person) throw notFoundProblem('user');
    const today = await readToday(tx, at);
    const month = readMonth(body.month, today);
    const target = await readTarget(body.kind, body.target);
    if (periodAt('month', month).end_date < today) throw monthOverProblem(month);
    if (month > firstDayOfMonth(yearOf(today), monthIndexOf(today) + limits.goals.monthsAhead)) throw formProblem({ month: t.monthFar });
    const goal = { user_id: person.id, month, kind: body.kind, target, created_by: principal.userId };
    const id = await tx.goals.add(goal, at);
    if (id === null) throw new Problem(409, 'goal_exists', fill(t.exists, { month: monthText(month) }));
    return assertUnchanged(tx, principal, { id, verb: 'set', before: null }, origin, at, today);
  });
};

/** Locks a goal that the actor may change and whose month has not ended. */
const lockGoal = async (
  tx: Repositories,
  principal: Principal,
  { id, version, event, today }: Readonly<{ id: number | null; version: number | null; event: GoalEvent; today: Day }>,
): Promise<GoalRow> => {
  const row = id === null ? undefined : await tx.goals.lock(id);
  if (!row) throw notFoundProblem('goal');
  if (!canAccessGoal(principal.actor, 'goal:write', row)) throw forbidden();
  const facts = await tx.goals.facts(row.user_id, periodAt('month', row.month));
  if (version !== null && version !== row.version)
    throw new Problem(409, 'stale_version', t.stale, { current: goalOf(row, facts, principal.actor, today) });
  const goalFacts = goalLifecycleFacts(row, facts, today);
  if (!canStep(goalLifecycle, goalStateOf(goalFacts), event, goalFacts)) throw monthOverProblem(row.month);
  return row;
};

const assertUnchanged = async (
  tx: Repositories,
  principal: Principal,
  { id, verb, before }: Readonly<{ id: number; verb: 'set' | 'changed'; before: number | null }>,
  origin: Origin,
  at: Date,
  today: Day,
): Promise<Goal> => {
  const row = await tx.goals.byId(id);
  if (!row) throw notFoundProblem('goal');
  await writeAudit(tx, principal, verb, { row, before, after: row.target }, origin, at);
  const facts = await tx.goals.facts(row.user_id, periodAt('month', row.month));
  return goalOf(row, facts, principal.actor, today);
};

type SeenVersion = Readonly<{ id: number | null; version: number | null }>;

/** @param version the version seen; null for any. @throws Problem 403, 404, 409 stale_version, goal_over, 422 */
export const changeGoal = async (
  { store, clock }: Deps,
  principal: Principal,
  { id, version, target: newTarget }: SeenVersion & Readonly<{ target: number }>,
  origin: Origin,
): Promise<Goal> => {
  const at = clock();
  return store.transaction(async (tx) => {
    const today = await readToday(tx, at);
    const row = await lockGoal(tx, principal, { id, version, event: { type: 'change', target: newTarget }, today });
    const target = await readTarget(row.kind, newTarget);
    await tx.goals.change(row.id, target, at);
    return assertUnchanged(tx, principal, { id: row.id, verb: 'changed', before: row.target }, origin, at, today);
  });
};

/** @throws Problem 403, 404, 409 stale_version, goal_over */
export const removeGoal = async (
  { store, clock }: Deps,
  principal: Principal,
  { id, version }: SeenVersion,
  origin: Origin,
): Promise<void> => {
  const at = clock();
  await store.transaction(async (tx) => {
    const today = await readToday(tx, at);
    const row = await lockGoal(tx, principal, { id, version, event: { type: 'remove' }, today });
    await tx.goals.remove(row.id);
    await writeAudit(tx, principal, 'removed', { row, before: row.target, after: null }, origin, at);
  });
};
