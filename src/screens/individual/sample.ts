import type { Activity, Goal, GoalKind, GoalList } from '../../../contract/entities/goal.ts';
import { messages } from '../../../contract/messages.ts';

const t = messages.performanceSample;

const createGoal = (id: string, kind: GoalKind, progress: number, target: number): Goal => ({
  id: `sample-${id}`,
  user_id: '',
  month: '2026-01-01',
  kind,
  target,
  progress,
  state: progress >= target ? 'reached' : 'open',
  set_by: '',
  version: 1,
  actions: [],
});

/** spec 2.42: sample goals, for example close 15 deals, 12/15. */
export const sampleGoals: GoalList = {
  data: [
    createGoal('1', 'close_deals', 12, 15),
    createGoal('2', 'book_amount', 78_000, 100_000),
    createGoal('3', 'collect_amount', 64_000, 60_000),
  ],
  can_set: false,
  kinds: [],
};

const toActivity = (id: string, kind: Activity['kind'], title: string, [amount, attainment]: readonly (number | null)[]): Activity => ({
  id: `sample-${id}`,
  kind,
  day: '',
  title,
  customer_name: null,
  amount: amount ?? null,
  attainment: attainment ?? null,
  entity: 'deal',
  entity_id: '',
});

/** spec 2.42: one sample of each of the four types. */
export const sampleActivity: Activity[] = [
  toActivity('1', 'deal_closed', t.won, [4_500]),
  toActivity('2', 'commission_earned', 'INV-1042', [225]),
  toActivity('3', 'quota_milestone', 'INV-1042', [null, 0.8]),
  toActivity('4', 'deal_created', t.made, [6_200]),
];
