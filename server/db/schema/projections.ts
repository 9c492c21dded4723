import type { Generated } from 'kysely';
import type { Arrived, Day, Instant, Maybe, WithDefault } from './columns.ts';

/** Amount, close date, probability and owner may be unknown (decisions 2.17). */
export interface DealsTable extends Arrived {
  id: Generated<number>;
  name: string;
  customer_name: string;
  owner_id: number | null;
  stage: string;
  amount_cents: number | null;
  probability: string | null;
  pipeline: WithDefault<string>;
  stage_entered_at: Maybe<Instant>;
  customer_id: Maybe<number>;
  version: WithDefault<number>;
  state: 'open' | 'won' | 'lost';
  lost_reason: string | null;
  expected_close_date: Day | null;
  closed_on: Day | null;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface ProjectionsTables {
  deals: DealsTable;
}
