import { messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { permissionsOf, type TokenScope } from '../../../contract/tokenScopes.ts';
import type { PrincipalRow } from '../../db/repositories/session/principals.ts';
import { MINUTE } from '../shared/clock.ts';
import { type Heads, headsOf } from '../shared/heads.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { hashToken, isToken } from './tokens.ts';

/** Another person's approval of a change that raises its author's pay; `before` and `after` in cents (decisions 3.06). */
export type ChangeApproval = Readonly<{
  proposalId: number;
  version: number;
  actorId: number;
  before: number;
  after: number;
  note: string | null;
}>;
/** The caller, as loaded from the database for this request. `approval`: set if another person has approved the change. */
export type Principal = Readonly<{
  actor: Actor;
  userId: number;
  sessionId: number;
  mustChangePassword: boolean;
  /** True if the person must set up a second factor first (decisions 4.16). */
  secondFactorDue?: boolean;
  /** False while the company is being set up (decisions 8.07). */
  isLive?: boolean;
  heads: Heads;
  approval?: ChangeApproval;
  /** Set if a program calls with an API token of this person. */
  token?: Readonly<{ id: number; scopes: readonly TokenScope[] }>;
}>;

/** The author of a change, including changes made by a job. */
export type Author = Pick<Principal, 'actor' | 'userId' | 'approval'>;

const refusalOf = (row: PrincipalRow, at: Date): Problem | null => {
  const now = at.getTime();
  if (!row.active) return new Problem(401, 'account_inactive', messages.session.inactive);
  if (row.session_ended_at !== null || Date.parse(row.session_expires_at) <= now)
    return new Problem(401, 'session_ended', messages.session.ended);
  if (Date.parse(row.token_expires_at) <= now) return new Problem(401, 'token_expired', messages.session.tokenExpired);
  return null;
};

const tokenInvalidProblem = (): Problem => new Problem(401, 'token_invalid', messages.session.tokenInvalid);

/** Minimum interval between stored uses of a token. */
const USE_INTERVAL_MS = MINUTE;

/** The owner of an API token, with their role and state at this moment. */
const readTokenPrincipal = async ({ store, clock }: Pick<Services, 'store' | 'clock'>, token: string): Promise<Principal> => {
  const row = await store.apiTokens.programByHash(hashToken(token));
  if (!row) throw tokenInvalidProblem();
  const at = clock();
  if (row.revoked_at !== null) throw new Problem(401, 'token_revoked', messages.apiTokens.ended);
  if (!row.active) throw new Problem(401, 'account_inactive', messages.session.inactive);
  if (Date.parse(row.token_expires_at) <= at.getTime()) throw new Problem(401, 'token_expired', messages.apiTokens.expiredToken);
  if (row.last_used_at === null || Date.parse(row.last_used_at) <= at.getTime() - USE_INTERVAL_MS) await store.apiTokens.touch(row.id, at);
  return {
    actor: { id: String(row.user_id), role: row.role, only: permissionsOf(row.scopes) },
    userId: row.user_id,
    // Calls about sessions are closed to tokens.
    sessionId: 0,
    mustChangePassword: row.must_change_password,
    isLive: row.live,
    heads: headsOf(row),
    token: { id: row.id, scopes: row.scopes },
  };
};

/**
 * The principal of an Authorization header: a session or an API token.
 * @throws Problem 401: token_missing, token_invalid, token_expired, token_revoked, session_ended, account_inactive
 */
export const readPrincipal = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  header: string | undefined,
): Promise<Principal> => {
  if (!header) throw new Problem(401, 'token_missing', messages.session.signIn);
  const token = /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? '';
  if (isToken('qb', token)) return readTokenPrincipal({ store, clock }, token);
  const row = isToken('at', token) ? await store.principals.byAccessToken(hashToken(token)) : undefined;
  if (!row) throw tokenInvalidProblem();
  const refusal = refusalOf(row, clock());
  if (refusal) throw refusal;
  return {
    actor: { id: String(row.user_id), role: row.role },
    userId: row.user_id,
    sessionId: row.session_id,
    mustChangePassword: row.must_change_password,
    secondFactorDue: row.second_factor_due,
    isLive: row.live,
    heads: headsOf(row),
  };
};
