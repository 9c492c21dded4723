import type { Generated } from 'kysely';
import type { ImportState } from '../../../contract/lifecycles/importRun.ts';
import type { Instant, Json, Known, Maybe, WithDefault } from './columns.ts';

/** One outside account each, a company's files too. */
export interface ConnectionsTable {
  id: Generated<number>;
  kind: 'quickbooks' | 'mercury' | 'google_sheets' | 'sling' | 'hubspot' | 'files';
  name: string;
  external_account: Maybe<string>;
  suffix: Maybe<string>;
  state: WithDefault<'connected' | 'expired' | 'error' | 'gone'>;
  settings: Json<Readonly<Record<string, unknown>>>;
  error: Maybe<string>;
  created_by: Maybe<number>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

/** One reading of a connection, or one file. */
export interface SyncRunsTable {
  id: Generated<number>;
  connection_id: number;
  kind: string;
  title: string;
  state: WithDefault<ImportState>;
  job_id: Maybe<number>;
  content_hash: Maybe<string>;
  counts: Json<Readonly<Record<string, number>>>;
  error: Maybe<string>;
  created_by: Maybe<number>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  started_at: Maybe<Instant>;
  finished_at: Maybe<Instant>;
}

/** What a run wrote; `before` null: the row is the run's own. */
export interface RunChangesTable {
  id: Generated<number>;
  run_id: number;
  entity: string;
  entity_id: number;
  before: Json<unknown>;
  /** The row's version after it. */
  after_version: Maybe<number>;
  undone_at: Maybe<Instant>;
}

export interface QuarantineTable {
  id: Generated<number>;
  run_id: number;
  kind: string;
  external_id: Maybe<string>;
  row_number: Maybe<number>;
  field: Maybe<string>;
  /** Null, or of before there were codes: a sentence. */
  reason: Maybe<string>;
  code: Maybe<string>;
  facts: Json<unknown>;
  payload: Json<unknown>;
  state: WithDefault<'waiting' | 'settled' | 'dropped'>;
  settled_by: Maybe<number>;
  settled_at: Maybe<Instant>;
  created_at: WithDefault<Instant>;
}

/** Two of a deal, an event and an invoice that belong together. */
export interface LinksTable extends Known {
  id: Generated<number>;
  deal_id: Maybe<number>;
  event_id: Maybe<number>;
  invoice_id: Maybe<number>;
  connection_id: Maybe<number>;
  created_by: Maybe<number>;
  superseded_at: Maybe<Instant>;
}

export interface ConnectionsTables {
  connections: ConnectionsTable;
  sync_runs: SyncRunsTable;
  run_changes: RunChangesTable;
  quarantine: QuarantineTable;
  links: LinksTable;
}
