import type { Goal, GoalList } from '../../../contract/entities/goal.ts';
import { goalsMachine } from '../../../src/machines/goals/goals.machine.ts';
import type { MachineCases } from '../support/walk.ts';

export const question = { userId: '7', month: '2026-11-01' } as const;
export const other = { userId: '8', month: '2026-11-01' } as const;
export const goal: Goal = {
  id: '1',
  user_id: '7',
  month: '2026-11-01',
  kind: 'close_deals',
  target: 15,
  progress: 12,
  state: 'open',
  set_by: 'Mia Boss',
  version: 1,
  actions: ['change', 'remove'],
};
export const goals: GoalList = { data: [goal], can_set: true, kinds: ['book_amount', 'collect_amount'] };
export const readOnly: GoalList = { data: [{ ...goal, actions: [] }], can_set: false, kinds: ['book_amount', 'collect_amount'] };
export const values = { kind: 'close_deals', target: 10 } as const;
export const stale = {
  status: 409,
  data: { code: 'stale_version', message: 'Changed by somebody else', current: { ...goal, version: 2 } },
};

export const goalsCases: MachineCases<typeof goalsMachine> = {
  machine: goalsMachine,
  inputs: [question],
  cases: {
    'question.changed': [{ question: other }, { question }],
    'goals.retry': [{}],
    'goal.add': [{}],
    'goal.change': ({ context }) => [{ goal: context.goals?.data[0] ?? goal }],
    'goal.remove': ({ context }) => [{ goal: context.goals?.data[0] ?? goal }],
    'form.submit': [{ values }],
    'close.ask': [{ dirty: true }, { dirty: false }],
    'close.confirmed': [{}],
    'xstate.done.actor.loadGoals': [{ output: goals }, { output: readOnly }],
    'xstate.error.actor.loadGoals': [{ error: { status: 500 } }],
    'xstate.done.actor.saveGoal': [{ output: goal }],
    'xstate.error.actor.saveGoal': [{ error: stale }],
    'xstate.done.actor.askRemove': [{ output: true }, { output: false }],
    'xstate.error.actor.askRemove': [{ error: {} }],
    'xstate.done.actor.removeGoal': [{ output: undefined }],
    'xstate.error.actor.removeGoal': [{ error: { status: 500 } }],
  },
  project: ({ question, next, edited, goals: list }) => [question.userId, list?.can_set, next?.userId, edited === null],
};
