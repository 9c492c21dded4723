import type { ColumnType, Generated } from 'kysely';
import type { DayColumn, ExternalOrigin, InstantColumn, Maybe, WithDefault } from './columns.ts';

export interface CustomersTable extends ExternalOrigin {
  id: Generated<number>;
  name: string;
  name_key: ColumnType<string, never, never>;
  customer_type: Maybe<string>;
  email: Maybe<string>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

/** Received money; customer_payments hold the parts that pay invoices. */
export interface ReceiptsTable extends ExternalOrigin {
  id: Generated<number>;
  customer_id: Maybe<number>;
  amount_cents: number;
  received_on: DayColumn;
  method: string;
  reference: Maybe<string>;
  state: 'pending' | 'completed' | 'failed';
  notes: Maybe<string>;
  /** The payment it reverses. */
  reversal_of_id: Maybe<number>;
  /** The part its source applied to anything; null: all of it. */
  applied_cents: Maybe<number>;
  failure: Maybe<string>;
  created_by: Maybe<number>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

export interface CustomersTables {
  customers: CustomersTable;
  receipts: ReceiptsTable;
}
