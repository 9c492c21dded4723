import type { Generated } from 'kysely';
import type { DayColumn, InstantColumn, Json, Maybe, WithDefault } from './columns.ts';

export interface PayPeriodsTable {
  id: Generated<number>;
  start_date: DayColumn;
  end_date: DayColumn;
  state: WithDefault<'open' | 'review' | 'closed' | 'reopened'>;
  closed_at: Maybe<InstantColumn>;
  closed_by: Maybe<number>;
  reason: Maybe<string>;
  version: WithDefault<number>;
}

export interface PayPeriodSnapshotsTable {
  id: Generated<number>;
  period_id: number;
  taken_at: WithDefault<InstantColumn>;
  config_version: number;
  content: Json<unknown>;
  hash: string;
  /** The version of the rules the month was closed with: 1 before decisions 2.21 and 2.23, 2 since. */
  rules: WithDefault<number>;
}

export interface PayPeriodsTables {
  pay_periods: PayPeriodsTable;
  pay_period_snapshots: PayPeriodSnapshotsTable;
}
