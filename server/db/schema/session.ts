import type { Generated } from 'kysely';
import type { Instant, Maybe, WithDefault } from './columns.ts';

export interface SessionsTable {
  id: Generated<number>;
  user_id: number;
  remembered: boolean;
  network: string | null;
  device: WithDefault<string>;
  created_at: WithDefault<Instant>;
  last_seen_at: WithDefault<Instant>;
  expires_at: Instant;
  ended_at: Instant | null;
  ended_reason: string | null;
}

export interface RefreshTokensTable {
  hash: string;
  session_id: number;
  parent_hash: string | null;
  created_at: WithDefault<Instant>;
  used_at: Instant | null;
}

export interface AccessTokensTable {
  hash: string;
  session_id: number;
  expires_at: Instant;
}

export interface LoginAttemptsTable {
  id: Generated<number>;
  account_key: string;
  network: string;
  at: WithDefault<Instant>;
  failed: Maybe<boolean>;
}

export interface SessionTables {
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  access_tokens: AccessTokensTable;
  login_attempts: LoginAttemptsTable;
}
