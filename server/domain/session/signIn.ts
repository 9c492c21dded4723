import type { LoginAnswer, LoginBody } from '../../../contract/entities/auth.ts';
import { loginForm } from '../../../contract/forms/login.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { userOf } from '../../db/repositories/people/users.ts';
import { checkForm } from '../shared/checkForm.ts';
import { DAY, HOUR, plusMs } from '../shared/clock.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { noteSignInFailure } from './failedSignIn.ts';
import { issueTokens } from './issueTokens.ts';
import { withLockOut } from './lockOut.ts';
import { assertPasswordAllowed } from './passwordPolicy.ts';
import { assertNotExpired } from './temporaryPassword.ts';

const wrongCredentialsProblem = (): Problem => new Problem(401, 'credentials_wrong', messages.session.wrong);

/**
 * Starts a session (spec 7.03, decisions 4.01). An unknown e-mail, a wrong password and a deactivated account get the same response after
 * the same time.
 * @throws Problem 401, 403 passwords_off, 422, 429, 503
 */
export const signIn = async (services: Services, body: LoginBody, origin: Origin): Promise<LoginAnswer> => {
  const { email, remember_me: isRemembered = false } = body;
  await checkForm(loginForm, body);
  const { store, passwords, clock } = services;
  const at = clock();
  const user = await store.users.byEmail(email.trim());
  const { isRight, locked } = await withLockOut(services, { email, network: origin.network }, async () => {
    const matches = await passwords.verify(user?.password_hash ?? null, body.password);
    return matches && user?.active === true;
  });
  if (!isRight || !user) {
    await noteSignInFailure(services, { userId: user?.id ?? null, locked }, origin, at);
    throw wrongCredentialsProblem();
  }
  // After the check, so that nobody learns by guessing who may use a password.
  assertPasswordAllowed(services, user.role);
  await assertNotExpired(store, user, at, 401);

  const expiresAt = plusMs(at, isRemembered ? limits.auth.rememberedRefreshDays * DAY : limits.auth.refreshHours * HOUR);
  return store.transaction(async (tx) => {
    const { network, device } = origin;
    // Checking takes long: meanwhile the password may have been replaced, or the user deactivated.
    const now = await tx.users.lock(user.id);
    if (!now?.active || now.password_hash !== user.password_hash) throw wrongCredentialsProblem();
    const sessionId = await tx.sessions.begin({ userId: user.id, remembered: isRemembered, network, device, at, expiresAt });
    await tx.audit.write({ actorId: user.id, action: 'auth.login', entity: 'session', entityId: String(sessionId) }, origin, at);
    return { ...(await issueTokens(tx, { sessionId, parentHash: null, at, sessionExpiresAt: expiresAt })), user: userOf(now) };
  });
};
