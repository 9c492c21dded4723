import type { ColumnType, Generated } from 'kysely';
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
  stage_entered_at: WithDefault<Instant>;
  customer_id: Maybe<number>;
  version: WithDefault<number>;
  state: 'open' | 'won' | 'lost';
  notes: Maybe<string>;
  /** Open, and owner, amount or close date are unknown; written by the database. */
  needs_data: ColumnType<boolean, never, never>;
  /** The close date; what needs data comes before all days, what has no day after them. */
  close_sort: ColumnType<Day, never, never>;
  lost_reason: string | null;
  expected_close_date: Day | null;
  closed_on: Day | null;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface DealsTables {
  deals: DealsTable;
}
