import type { Generated } from 'kysely';
import type { Instant, Json, Maybe, WithDefault } from './columns.ts';

export interface AuditLogTable {
  id: Generated<number>;
  at: WithDefault<Instant>;
  actor_id: number | null;
  network: string | null;
  request_id: string | null;
  action: string;
  entity: string;
  entity_id: string;
  before: Json<unknown>;
  after: Json<unknown>;
  cause: string | null;
  prev_hash: Maybe<string>;
  hash: Maybe<string>;
}

/** The hash of the last row: whoever writes the next one locks it. */
export interface AuditHeadTable {
  id: Generated<number>;
  hash: string;
}

export interface AuditTables {
  audit_log: AuditLogTable;
  audit_head: AuditHeadTable;
}
