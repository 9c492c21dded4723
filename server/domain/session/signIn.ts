import type { LoginBody } from '../../../contract/entities/auth.ts';
import { loginForm } from '../../../contract/forms/session/login.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import { checkForm } from '../shared/checkForm.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { noteSignInFailure } from './failedSignIn.ts';
import { withLockOut } from './lockOut.ts';
import { assertPasswordAllowed } from './passwordPolicy.ts';
import { type StartedSession, startSession } from './startSession.ts';
import { assertNotExpired } from './temporaryPassword.ts';

const wrongCredentialsProblem = (): Problem => new Problem(401, 'credentials_wrong', messages.session.wrong);

/**
 * Starts a session (spec 7.03, decisions 4.01), or asks for the second factor of a person who has one (decisions 4.16). An unknown email, a
 * wrong password and a deactivated account get the same response after the same time.
 * @param askSecondFactor begins the second step of the sign-in
 * @throws Problem 401, 403 passwords_off, 422, 429, 503
 */
export const signIn = async <Challenge>(
  services: Services,
  body: LoginBody,
  origin: Origin,
  askSecondFactor: (user: UserRow, remembered: boolean) => Promise<Challenge>,
): Promise<StartedSession | Challenge> => {
  const { email, remember_me: remembered = false } = body;
  await checkForm(loginForm, body);
  const { store, passwords, clock } = services;
  const at = clock();
  const user = await store.users.byEmail(email.trim());
  const { isRight, locked } = await withLockOut(services, { email, origin, kind: 'password' }, async () => {
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
  if (user.second_factor_at !== null) return askSecondFactor(user, remembered);

  return store.transaction(async (tx) => {
    // Checking takes long: meanwhile the password may have been replaced, a second factor set up, or the user deactivated.
    const now = await tx.users.lock(user.id);
    if (!now?.active || now.password_hash !== user.password_hash || now.second_factor_at !== null) throw wrongCredentialsProblem();
    return startSession(tx, now, { remembered, origin, at });
  });
};
