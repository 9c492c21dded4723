import type { Generated } from 'kysely';
import type { GoalKind } from '../../../contract/entities/goal.ts';
import type { Day, Instant, WithDefault } from './columns.ts';

/** A person's target for a month. */
export interface GoalsTable {
  id: Generated<number>;
  user_id: number;
  month: Day;
  kind: GoalKind;
  /** Cents, or a number of deals. */
  target: number;
  created_by: number;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface GoalsTables {
  goals: GoalsTable;
}
