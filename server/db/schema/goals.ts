import type { Generated } from 'kysely';
import type { Day, Instant, Json, WithDefault } from './columns.ts';

/** What a person is to reach in a month. */
export interface GoalsTable {
  id: Generated<number>;
  user_id: number;
  month: Day;
  kind: string;
  target: number;
  created_by: number;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

/** What happened to a person's work (spec 2.42). */
export interface ActivitiesTable {
  id: Generated<number>;
  user_id: number;
  kind: 'deal_closed' | 'commission_earned' | 'quota_milestone' | 'deal_created';
  entity: string;
  entity_id: number;
  /** Tells two of a kind about the same thing apart. */
  occurrence: WithDefault<string>;
  facts: Json<unknown>;
  at: Instant;
}

export interface GoalsTables {
  goals: GoalsTable;
  activities: ActivitiesTable;
}
