import type { ColumnType, Generated } from 'kysely';
import type { Arrived, Day, Instant, Maybe, WithDefault } from './columns.ts';

export interface CustomersTable extends Arrived {
  id: Generated<number>;
  name: string;
  name_key: ColumnType<string, never, never>;
  customer_type: Maybe<string>;
  email: Maybe<string>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

/** Money that came in; customer_payments say what of it pays which invoice. */
export interface ReceiptsTable extends Arrived {
  id: Generated<number>;
  customer_id: Maybe<number>;
  amount_cents: number;
  received_on: Day;
  method: string;
  reference: Maybe<string>;
  state: 'pending' | 'completed' | 'failed';
  notes: Maybe<string>;
  /** The payment that it takes back. */
  reversal_of_id: Maybe<number>;
  /** The part that its source applied to anything; null where that is all of it. */
  applied_cents: Maybe<number>;
  failure: Maybe<string>;
  created_by: Maybe<number>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface CustomersTables {
  customers: CustomersTable;
  receipts: ReceiptsTable;
}
