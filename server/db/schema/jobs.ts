import type { Generated } from 'kysely';
import type { InstantColumn, Json, Maybe, MaybeJson, WithDefault } from './columns.ts';

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  slot: Maybe<string>;
  state: WithDefault<'queued' | 'processing' | 'cancelling' | 'completed' | 'failed' | 'cancelled'>;
  run_at: WithDefault<InstantColumn>;
  lease_until: Maybe<InstantColumn>;
  attempts: WithDefault<number>;
  crashes: WithDefault<number>;
  payload: Json<unknown>;
  error: Maybe<string>;
  created_by: Maybe<number>;
  created_at: WithDefault<InstantColumn>;
  finished_at: Maybe<InstantColumn>;
  place: Maybe<number>;
  taken_at: Maybe<InstantColumn>;
  key: Maybe<string>;
  takes: WithDefault<number>;
  asked_at: Maybe<InstantColumn>;
  result: MaybeJson<unknown>;
  progress_done: Maybe<number>;
  progress_total: Maybe<number>;
  progress_text: Maybe<string>;
  checkpoint: MaybeJson<unknown>;
}

export interface SchedulesTable {
  id: Generated<number>;
  name: string;
  kind: string;
  payload: Json<unknown>;
  every_seconds: Maybe<number>;
  calendar: Maybe<string>;
  zone: Maybe<string>;
  user_id: Maybe<number>;
  next_at: InstantColumn;
  zone_used: Maybe<string>;
  slot: Maybe<string>;
  created_at: WithDefault<InstantColumn>;
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
  created_at: WithDefault<InstantColumn>;
}

export interface JobsTables {
  jobs: JobsTable;
  job_files: JobFilesTable;
  idempotency_keys: IdempotencyKeysTable;
  schedules: SchedulesTable;
}
