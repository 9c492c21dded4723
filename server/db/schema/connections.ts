import type { Generated } from 'kysely';
import type { ConnectionKind, SyncFrequency } from '../../../contract/entities/connection.ts';
import type { ConnectionState } from '../../../contract/lifecycles/connection.ts';
import type { ImportState } from '../../../contract/lifecycles/importRun.ts';
import type { DayColumn, InstantColumn, Json, Maybe, MaybeJson, ValidTime, WithDefault } from './columns.ts';

/** One connected account each; a company's files are one too. */
export interface ConnectionsTable {
  id: Generated<number>;
  kind: ConnectionKind | 'files';
  name: string;
  external_account: Maybe<string>;
  suffix: Maybe<string>;
  state: WithDefault<ConnectionState>;
  settings: Json<Readonly<Record<string, unknown>>>;
  frequency: WithDefault<SyncFrequency>;
  last_sync_at: Maybe<InstantColumn>;
  last_test_at: Maybe<InstantColumn>;
  checkpoint: MaybeJson<unknown>;
  brought: Json<Readonly<Record<string, number>>>;
  /** Until when one process may exchange its token. */
  lease_until: Maybe<InstantColumn>;
  kept_alive_at: Maybe<InstantColumn>;
  error: Maybe<string>;
  created_by: Maybe<number>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  updated_at: WithDefault<InstantColumn>;
}

/** A sync of a connection, or an imported file. */
export interface SyncRunsTable {
  id: Generated<number>;
  connection_id: number;
  kind: string;
  title: string;
  state: WithDefault<ImportState>;
  job_id: Maybe<number>;
  content_hash: Maybe<string>;
  counts: Json<Readonly<Record<string, number>>>;
  /** Numbers of the first invoices whose balance differs from the source. */
  differing_invoices: Json<readonly string[]>;
  error: Maybe<string>;
  created_by: Maybe<number>;
  version: WithDefault<number>;
  created_at: WithDefault<InstantColumn>;
  started_at: Maybe<InstantColumn>;
  finished_at: Maybe<InstantColumn>;
}

/** A row written by a run; `before` null: the run created it. */
export interface RunChangesTable {
  id: Generated<number>;
  run_id: number;
  entity: string;
  entity_id: number;
  before: Json<unknown>;
  /** The row's version after the run. */
  after_version: Maybe<number>;
  undone_at: Maybe<InstantColumn>;
}

export interface QuarantineTable {
  id: Generated<number>;
  run_id: number;
  /** The connection a held record came from; null for a row of a file. */
  connection_id: Maybe<number>;
  kind: string;
  external_id: Maybe<string>;
  row_number: Maybe<number>;
  field: Maybe<string>;
  /** A sentence from before codes existed, else null. */
  reason: Maybe<string>;
  code: Maybe<string>;
  facts: Json<unknown>;
  payload: Json<unknown>;
  state: WithDefault<'waiting' | 'settled' | 'dropped'>;
  settled_by: Maybe<number>;
  settled_at: Maybe<InstantColumn>;
  created_at: WithDefault<InstantColumn>;
}

/** A link between two of the three: a deal, an event, an invoice. */
export interface LinksTable extends ValidTime {
  id: Generated<number>;
  deal_id: Maybe<number>;
  event_id: Maybe<number>;
  invoice_id: Maybe<number>;
  connection_id: Maybe<number>;
  created_by: Maybe<number>;
  superseded_at: Maybe<InstantColumn>;
}

/** A vendor sign-in in progress. */
export interface ConnectAttemptsTable {
  state_hash: string;
  connection_id: number;
  user_id: number;
  expires_at: InstantColumn;
}

export interface CallMonthsTable {
  connection_id: number;
  month: DayColumn;
  calls: number;
}

/** The part of an external payment that is applied to one item. */
export interface OutsideLinesTable {
  connection_id: number;
  payment_id: string;
  target_kind: 'invoice' | 'credit_memo' | 'other';
  target_id: string;
  amount_cents: number;
}

export interface OutsideMemosTable {
  connection_id: number;
  external_id: string;
  fact: Json<unknown>;
  answer: Maybe<string>;
}

/** The part of an invoice that a payment at the source settled without money (decisions 2.27). */
export interface SettledOtherwiseTable {
  receipt_id: number;
  invoice_id: number;
  amount_cents: number;
  means: string;
}

/** The open balance of an invoice according to the accounting system. */
export interface OutsideBalancesTable {
  invoice_id: number;
  balance_cents: number;
}

export interface ConnectionsTables {
  settled_otherwise: SettledOtherwiseTable;
  outside_balances: OutsideBalancesTable;
  outside_lines: OutsideLinesTable;
  outside_memos: OutsideMemosTable;
  connect_attempts: ConnectAttemptsTable;
  call_months: CallMonthsTable;
  connections: ConnectionsTable;
  sync_runs: SyncRunsTable;
  run_changes: RunChangesTable;
  quarantine: QuarantineTable;
  links: LinksTable;
}
