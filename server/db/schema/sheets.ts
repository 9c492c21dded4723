import type { Generated } from 'kysely';
import type { DayColumn, InstantColumn, Json, Maybe, WithDefault } from './columns.ts';

/** An event removed with its sheet row, as it was. */
export interface EventsGoneTable {
  connection_id: number;
  external_id: string;
  event: Json<unknown>;
  edits: Json<unknown>;
  links: Json<unknown>;
  gone_at: InstantColumn;
}

/** A ledger line in a sheet: the people it credits for an invoice (decisions 7.05). */
export interface LedgerLinesTable {
  id: Generated<number>;
  connection_id: number;
  external_id: string;
  payload_hash: string;
  invoice_id: Maybe<number>;
  invoice_number: string;
  salesperson_id: Maybe<number>;
  sales_lead_id: Maybe<number>;
  amount_cents: Maybe<number>;
  paid_on: DayColumn | null;
  missing_runs: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

export interface SheetsTables {
  events_gone: EventsGoneTable;
  ledger_lines: LedgerLinesTable;
}
