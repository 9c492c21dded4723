import type { Generated } from 'kysely';
import type { Day, Instant, Json, Maybe, WithDefault } from './columns.ts';

export interface ConfigVersionsTable {
  id: Generated<number>;
  config: string;
  created_by: number | null;
  created_at: WithDefault<Instant>;
}

export interface PayPeriodsTable {
  id: Generated<number>;
  start_date: Day;
  end_date: Day;
  state: WithDefault<'open' | 'review' | 'closed' | 'reopened'>;
  closed_at: Maybe<Instant>;
  closed_by: Maybe<number>;
  reason: Maybe<string>;
  version: WithDefault<number>;
}

export interface PayPeriodSnapshotsTable {
  id: Generated<number>;
  period_id: number;
  taken_at: WithDefault<Instant>;
  config_version: number;
  content: Json<unknown>;
  hash: string;
}

export interface DisputesTable {
  id: Generated<number>;
  commission_id: number;
  opened_by: number;
  state: WithDefault<'open' | 'in_review' | 'resolved' | 'withdrawn'>;
  resolution: Maybe<string>;
  adjustment_id: Maybe<number>;
  version: WithDefault<number>;
  created_at: WithDefault<Instant>;
  updated_at: WithDefault<Instant>;
}

export interface DisputeMessagesTable {
  id: Generated<number>;
  dispute_id: number;
  author_id: number;
  text: string;
  created_at: WithDefault<Instant>;
}

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  slot: Maybe<string>;
  state: WithDefault<'queued' | 'processing' | 'completed' | 'failed'>;
  run_at: WithDefault<Instant>;
  lease_until: Maybe<Instant>;
  attempts: WithDefault<number>;
  payload: Json<unknown>;
  error: Maybe<string>;
  created_by: Maybe<number>;
  created_at: WithDefault<Instant>;
  finished_at: Maybe<Instant>;
  place: Maybe<number>;
  taken_at: Maybe<Instant>;
}

export interface JobFilesTable {
  job_id: number;
  name: string;
  media_type: string;
  sha256: string;
  content: Uint8Array;
}

export interface IdempotencyKeysTable {
  user_id: number;
  route: string;
  key: string;
  body_hash: string;
  status: number;
  answer: Json<unknown>;
  created_at: WithDefault<Instant>;
}
