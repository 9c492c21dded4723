import type { SsoAnswer } from '../../../contract/entities/auth.ts';
import { limits } from '../../../contract/limits.ts';
import { causes } from '../../../contract/messages/audit.ts';
import { fill } from '../../../contract/messages.ts';
import type { AuditWrite, Origin } from '../../db/repositories/audit/audit.ts';
import { type UserRow, userOf } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { issueTokens } from '../session/issueTokens.ts';
import { DAY, HOUR, plusMs } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';
import { browserHashOf, ssoIn } from './attempts.ts';
import { ssoProblem } from './refusals.ts';

const noPassword = { password_hash: null, must_change_password: false, temporary_password_expires_at: null, temporary_password_by: null };

/** A temporary password that was never used ends with the first sign-in at the issuer, because nobody will change it. */
const endTemporaryPassword = async (
  tx: Repositories,
  user: UserRow,
  at: Date,
): Promise<Readonly<{ user: UserRow; entries: AuditWrite[] }>> => {
  if (!user.must_change_password) return { user, entries: [] };
  const entry = { actorId: user.id, action: 'user.temporary_password_ended', entity: 'user', entityId: String(user.id) };
  return { user: await tx.users.change(user.id, noPassword, at), entries: [entry] };
};

/**
 * Hands the session over, once, to the browser that began the sign-in.
 * @param browserSecret the value of its cookie
 * @throws Problem 403 with the reason of a refusal, 404 without single sign-on, 410 without such an attempt, 503
 */
export const finishSso = async (services: Services, browserSecret: string | null, origin: Origin): Promise<SsoAnswer> => {
  const sso = ssoIn(services);
  const { store, clock } = services;
  const at = clock();
  const attempt = browserSecret === null ? undefined : await store.ssoAttempts.take(browserHashOf(browserSecret));
  if (!attempt?.returned_at || Date.parse(attempt.expires_at) <= at.getTime()) throw ssoProblem(sso, 'sso_stale');
  const { user_id: userId, remembered, id_token_sealed, return_to, refusal } = attempt;
  if (userId === null) throw ssoProblem(sso, refusal ?? 'sso_stale');
  const expiresAt = plusMs(at, remembered ? limits.auth.rememberedRefreshDays * DAY : limits.auth.refreshHours * HOUR);
  return store.transaction(async (tx) => {
    const { network, device } = origin;
    const account = await tx.users.lock(userId);
    if (!account?.active) throw ssoProblem(sso, 'account_inactive');
    const { user, entries } = await endTemporaryPassword(tx, account, at);
    const sessionId = await tx.sessions.begin({
      userId,
      remembered,
      network,
      device,
      at,
      expiresAt,
      issued: { idTokenSealed: id_token_sealed },
    });
    const cause = fill(causes.singleSignOn, { name: sso.name });
    const entry = { actorId: userId, action: 'auth.login', entity: 'session', entityId: String(sessionId), cause };
    await tx.audit.writeAll([...entries, entry], origin, at);
    const tokens = await issueTokens(tx, { sessionId, parentHash: null, at, sessionExpiresAt: expiresAt });
    return { ...tokens, user: userOf(user), return_to };
  });
};
