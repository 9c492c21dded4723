import type { Generated } from 'kysely';
import type { TokenScope } from '../../../contract/tokenScopes.ts';
import type { InstantColumn, Json, Maybe, WithDefault } from './columns.ts';

export interface SessionsTable {
  id: Generated<number>;
  user_id: number;
  remembered: boolean;
  network: string | null;
  device: WithDefault<string>;
  created_at: WithDefault<InstantColumn>;
  last_seen_at: WithDefault<InstantColumn>;
  expires_at: InstantColumn;
  ended_at: InstantColumn | null;
  ended_reason: string | null;
  by_issuer: WithDefault<boolean>;
  /** The issuer's ID token, for signing out there too (decisions 4.15). */
  id_token_sealed: Maybe<string>;
  /** When the second factor was last confirmed in this session (decisions 4.16). */
  factor_confirmed_at: Maybe<InstantColumn>;
  challenge: Maybe<string>;
  challenge_until: Maybe<InstantColumn>;
  /** The hash of the browser's token (decisions 4.18). */
  known_device: Maybe<string>;
}

/** Sign-ins in progress at the issuer. */
export interface SsoAttemptsTable {
  browser_hash: string;
  return_to: string | null;
  remembered: boolean;
  expires_at: InstantColumn;
  returned_at: Maybe<InstantColumn>;
  user_id: Maybe<number>;
  refusal: Maybe<string>;
  id_token_sealed: Maybe<string>;
}

export interface SecondFactorsTable {
  user_id: number;
  last_step: WithDefault<number>;
}

export interface RecoveryCodesTable {
  user_id: number;
  hash: string;
  used_at: Maybe<InstantColumn>;
}

export interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  credential_id: string;
  public_key: string;
  counter: number;
  transports: Json<string[]>;
  created_at: InstantColumn;
  last_used_at: Maybe<InstantColumn>;
}

/** Sign-ins that wait for the second factor. */
export interface FactorAttemptsTable {
  hash: string;
  user_id: number;
  remembered: boolean;
  device: string;
  stamp: string;
  challenge: string;
  expires_at: InstantColumn;
}

export interface RefreshTokensTable {
  hash: string;
  session_id: number;
  parent_hash: string | null;
  created_at: WithDefault<InstantColumn>;
  used_at: InstantColumn | null;
}

export interface AccessTokensTable {
  hash: string;
  session_id: number;
  expires_at: InstantColumn;
}

export interface LoginAttemptsTable {
  id: Generated<number>;
  account_key: string;
  network: string;
  at: WithDefault<InstantColumn>;
  failed: Maybe<boolean>;
}

/** Links by which a person chooses a password; `created_by` null: the person asked for it. */
export interface SignInLinksTable {
  id: Generated<number>;
  user_id: number;
  token_hash: string;
  created_by: number | null;
  created_at: InstantColumn;
  expires_at: InstantColumn;
  ended_at: Maybe<InstantColumn>;
  outcome: Maybe<'used' | 'withdrawn'>;
}

/** Tokens by which programs act for a person. */
export interface ApiTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  hash: string;
  hint: string;
  scopes: Json<TokenScope[]>;
  created_at: InstantColumn;
  expires_at: InstantColumn;
  last_used_at: Maybe<InstantColumn>;
  revoked_at: Maybe<InstantColumn>;
}

export interface SessionTables {
  api_tokens: ApiTokensTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  access_tokens: AccessTokensTable;
  login_attempts: LoginAttemptsTable;
  sign_in_links: SignInLinksTable;
  sso_attempts: SsoAttemptsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  passkeys: PasskeysTable;
  factor_attempts: FactorAttemptsTable;
}
