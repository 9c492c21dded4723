import type { Generated } from 'kysely';
import type { GoalKind } from '../../../contract/entities/goal.ts';
import type { DayColumn, InstantColumn, WithDefault } from './columns.ts';

/** A person's target for a month. */
export interface GoalsTable {
  id: Generated<number>;
  user_id: number;
  month: DayColumn;
  kind: GoalKind;
  /** Cents, or a number of deals. */
  target: number;
  created_by: number;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

export interface GoalsTables {
  goals: GoalsTable;
}
