import type { ColumnType, Generated } from 'kysely';
import type { DayColumn, ExternalOrigin, InstantColumn, Maybe, WithDefault } from './columns.ts';

/** Amount, close date, probability and owner may be unknown (decisions 2.17). */
export interface DealsTable extends ExternalOrigin {
  id: Generated<number>;
  name: string;
  customer_name: string;
  owner_id: number | null;
  stage: string;
  amount_cents: number | null;
  probability: string | null;
  pipeline: WithDefault<string>;
  stage_entered_at: WithDefault<InstantColumn>;
  customer_id: Maybe<number>;
  version: WithDefault<number>;
  state: 'open' | 'won' | 'lost';
  notes: Maybe<string>;
  /** True if open with an unknown owner, amount or close date; computed by the database. */
  needs_data: ColumnType<boolean, never, never>;
  /** The close date for sorting: deals with missing data come first, deals without a date last. */
  close_sort: ColumnType<DayColumn, never, never>;
  lost_reason: string | null;
  expected_close_date: DayColumn | null;
  closed_on: DayColumn | null;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

/** The stages a deal entered, ordered by id. */
export interface DealMovesTable {
  id: Generated<number>;
  deal_id: number;
  /** Null: the first stage is unknown. */
  stage: string | null;
  state: DealsTable['state'];
  /** The stage's probability at that time; null: unknown. */
  probability: Maybe<string>;
  moved_at: InstantColumn;
  /** Null: a connected CRM, or unknown. */
  moved_by: Maybe<number>;
}

export interface DealsTables {
  deals: DealsTable;
  deal_moves: DealMovesTable;
}
