import { type Goal, type GoalState, goalActions } from '../../../contract/entities/goal.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { goalLifecycle, type GoalFacts as LifecycleFacts } from '../../../contract/lifecycles/goal.ts';
import { canStep, firstState } from '../../../contract/lifecycles/step.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import type { GoalProgressFacts, GoalRow } from '../../db/repositories/performance/goals.ts';

/** Deals are counts; amounts are stored in cents and sent in dollars. */
const wireOf = ({ kind }: Pick<GoalRow, 'kind'>, value: number): number => (kind === 'close_deals' ? value : fromCents(value));

export const goalLifecycleFacts = (
  goal: Pick<GoalRow, 'kind' | 'target' | 'month'>,
  facts: GoalProgressFacts,
  today: Day,
): LifecycleFacts => ({
  target: goal.target,
  progress: facts[goal.kind],
  isOver: periodAt('month', goal.month).end_date < today,
});
export const goalStateOf = (facts: LifecycleFacts): GoalState => firstState(goalLifecycle, facts) as GoalState;

type OwnedGoal = Readonly<{ user_id: number; manager_id: number | null }>;
export const canAccessGoal = (actor: Actor, permission: 'goal:read' | 'goal:write', { user_id, manager_id }: OwnedGoal): boolean =>
  can(actor, permission, { owner_id: String(user_id), owner_manager_id: manager_id === null ? null : String(manager_id) });

/** A goal as the actor sees it on a day. */
export const goalOf = (row: GoalRow, facts: GoalProgressFacts, actor: Actor, today: Day): Goal => {
  const goalFacts = goalLifecycleFacts(row, facts, today);
  const state = goalStateOf(goalFacts);
  const mayWrite = canAccessGoal(actor, 'goal:write', row);
  return {
    id: String(row.id),
    user_id: String(row.user_id),
    month: row.month,
    kind: row.kind,
    target: wireOf(row, row.target),
    progress: wireOf(row, goalFacts.progress),
    state,
    set_by: fullName(row),
    version: row.version,
    actions: goalActions.filter((type) => mayWrite && canStep(goalLifecycle, state, { type, target: row.target }, goalFacts)),
  };
};
