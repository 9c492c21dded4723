import type { Generated } from 'kysely';
import type { AuditCause } from '../../../contract/entities/audit.ts';
import type { InstantColumn, Json, Maybe, WithDefault } from './columns.ts';

export interface AuditLogTable {
  id: Generated<number>;
  at: WithDefault<InstantColumn>;
  actor_id: number | null;
  network: string | null;
  request_id: string | null;
  action: string;
  entity: string;
  entity_id: string;
  before: Json<unknown>;
  after: Json<unknown>;
  /** Text typed by a person, a code, or text from before causes were structured. */
  cause: string | null;
  cause_facts: Json<AuditCause | null>;
  /** The API token by which the actor acted. */
  token_id: Maybe<number>;
  prev_hash: Maybe<string>;
  hash: Maybe<string>;
}

/** The hash of the last row; the writer of the next row locks it. */
export interface AuditHeadTable {
  id: Generated<number>;
  hash: string;
  /** Number of rows from before the chain, which have no hash and come first. */
  unchained: WithDefault<number>;
}

export interface AuditTables {
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
}
