import type { ApiToken, ApiTokenBody, IssuedToken, TokenOwners } from '../../../contract/entities/apiToken.ts';
import { fullName } from '../../../contract/entities/user.ts';
import { apiTokenForm } from '../../../contract/forms/session/apiToken.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { type Actor, can } from '../../../contract/permissions.ts';
import { mayGrant, type TokenScope } from '../../../contract/tokenScopes.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { ApiTokenRow } from '../../db/repositories/tokens/apiTokens.ts';
import { notify } from '../notifications/notify.ts';
import { confirmPassword } from '../session/confirmPassword.ts';
import { tokenEntryOf } from '../session/endAccess.ts';
import type { Principal } from '../session/principal.ts';
import { createToken, hashToken } from '../session/tokens.ts';
import { checkForm } from '../shared/checkForm.ts';
import { DAY, plusMs } from '../shared/clock.ts';
import { forbidden, formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';

const t = messages.apiTokens;
const HINT_CHARS = 7;

type Requester = Pick<Principal, 'actor' | 'userId' | 'sessionId'>;

const apiTokenOf = ({ id, user_id, first_name, last_name, ...row }: ApiTokenRow): ApiToken => ({
  ...row,
  id: String(id),
  owner_id: String(user_id),
  owner_name: fullName({ first_name, last_name }),
});

const settingsSubjectOf = (userId: number) => ({ kind: 'user', id: userId, page: '/settings' }) as const;

/** @throws Problem 403 if the user may not list everyone's tokens */
export const listApiTokens = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { actor, userId }: Requester,
  owners: TokenOwners,
): Promise<ApiToken[]> => {
  if (owners === 'all' && !can(actor, 'token:manage')) throw forbidden();
  return (await store.apiTokens.list(owners === 'all' ? null : userId, clock())).map(apiTokenOf);
};

const assertMayGrant = (actor: Actor, scopes: readonly TokenScope[]): void => {
  const refusedScopes = scopes.filter((scope) => !mayGrant(actor, scope));
  if (refusedScopes.length > 0) throw formProblem({ scopes: fill(t.scopeBeyond, { scopes: refusedScopes.join(', ') }) });
};

/**
 * Locks the owner, so that a concurrent deactivation or new password either is seen here or revokes the new token.
 * @throws Problem 401, 403, 422
 */
const lockOwner = async (tx: Repositories, { userId, sessionId }: Requester, passwordHash: string | null, at: Date): Promise<Actor> => {
  const owner = await tx.users.lock(userId);
  if (!owner?.active) throw new Problem(401, 'account_inactive', messages.session.inactive);
  if (!(await tx.sessions.isOpen(sessionId, at))) throw new Problem(401, 'session_ended', messages.session.ended);
  if (owner.must_change_password) throw new Problem(403, 'password_change_required', messages.changePassword.mustChange);
  if (owner.password_hash !== passwordHash) throw formProblem({ current_password: messages.changePassword.wrongCurrent });
  return { id: String(owner.id), role: owner.role };
};

/**
 * Creates a token of the requester, who confirms with their password. The response is the only one that contains the token.
 * @throws Problem 401, 403, 409 if they have too many, 422, 429
 */
export const createApiToken = async (
  services: Services,
  requester: Requester,
  body: ApiTokenBody,
  origin: Origin,
): Promise<IssuedToken> => {
  const { store, clock } = services;
  await checkForm(apiTokenForm, body);
  const { actor, userId } = requester;
  const scopes = [...new Set(body.scopes)];
  assertMayGrant(actor, scopes);
  const user = await store.users.byId(userId);
  if (!user) throw new Problem(401, 'token_invalid', messages.session.tokenInvalid);
  await confirmPassword(services, user, body.current_password, origin);
  const secret = createToken('qb');
  return store.transaction(async (tx) => {
    const at = clock();
    assertMayGrant(await lockOwner(tx, requester, user.password_hash, at), scopes);
    const { maxTokens } = limits.apiTokens;
    if ((await tx.apiTokens.countUsable(userId, at)) >= maxTokens)
      throw new Problem(409, 'too_many_tokens', fill(t.tooMany, { most: maxTokens }));
    const expires_at = plusMs(at, body.expires_in_days * DAY).toISOString();
    const token = {
      user_id: userId,
      name: body.name.trim(),
      hash: hashToken(secret),
      hint: secret.slice(0, HINT_CHARS),
      scopes,
      expires_at,
    };
    const row = await tx.apiTokens.byId(await tx.apiTokens.add(token, at));
    if (!row) throw notFoundProblem('token');
    const notice = { subject: settingsSubjectOf(userId), occurrence: `token-${row.id}:created`, words: { name: row.name } };
    await notify(tx, 'tokenCreated', notice, { to: [userId], at });
    await tx.audit.write(tokenEntryOf('created', row, userId), origin, at);
    return { token: apiTokenOf(row), secret };
  });
};

/**
 * Revokes a token of the requester; administrators revoke anybody's. Revoking it again changes nothing.
 * @throws Problem 404 for another person's token
 */
export const revokeApiToken = (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  requester: Requester,
  id: number | null,
  origin: Origin,
): Promise<void> =>
  store.transaction(async (tx) => {
    const row = id === null ? undefined : await tx.apiTokens.byId(id);
    if (!row || (row.user_id !== requester.userId && !can(requester.actor, 'token:manage'))) throw notFoundProblem('token');
    const at = clock();
    if (!(await tx.apiTokens.revoke(row.id, at))) return;
    const author = await tx.users.byId(requester.userId);
    const words = { author: author ? fullName(author) : '', name: row.name };
    const notice = { subject: settingsSubjectOf(row.user_id), occurrence: `token-${row.id}`, words };
    await notify(tx, 'tokenRevoked', notice, { to: [row.user_id], by: requester.userId, at });
    await tx.audit.write(tokenEntryOf('revoked', row, requester.userId), origin, at);
  });
