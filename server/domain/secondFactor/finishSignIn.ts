import type { SecondFactorBody, SecondFactorChallenge } from '../../../contract/entities/secondFactor.ts';
import { limits } from '../../../contract/limits.ts';
import { causes } from '../../../contract/messages/audit.ts';
import { messages } from '../../../contract/messages.ts';
import { methodsWith, typedMethods } from '../../../contract/rules/session/factorMethods.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { FactorAttemptRow } from '../../db/repositories/session/secondFactors.ts';
import { assertPasswordAllowed } from '../session/passwordPolicy.ts';
import { type StartedSession, startSession } from '../session/startSession.ts';
import { assertNotExpired } from '../session/temporaryPassword.ts';
import { createToken, hashToken, isToken } from '../session/tokens.ts';
import { MINUTE, plusMs } from '../shared/clock.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { checkAnswer } from './checkAnswer.ts';
import { accountStamp } from './factorSecret.ts';
import { createChallenge, type RelyingParty, signOptions } from './passkeys.ts';

const attemptOverProblem = (): Problem => new Problem(410, 'attempt_over', messages.secondFactorRefusals.over);

/** Begins the second step of a sign-in whose password was correct. Its secret is stored hashed. */
export const askSecondFactor = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  user: UserRow,
  { remembered, party, origin }: Readonly<{ remembered: boolean; party: RelyingParty; origin: Origin }>,
): Promise<SecondFactorChallenge> => {
  const [attempt, challenge, at] = [createToken('sf'), createChallenge(), clock()];
  const expiresAt = plusMs(at, limits.secondFactor.attemptMinutes * MINUTE);
  const passkeys = await store.secondFactors.passkeys(user.id);
  const stored = { hash: hashToken(attempt), userId: user.id, remembered, device: origin.device, stamp: accountStamp(user), challenge };
  await store.secondFactors.addAttempt({ ...stored, at, expiresAt });
  const question = { attempt, expires_at: expiresAt.toISOString() };
  if (passkeys.length === 0) return { second_factor: { ...question, methods: [...typedMethods] } };
  const passkey = await signOptions(party, passkeys, challenge);
  return { second_factor: { ...question, methods: [...methodsWith(passkeys)], passkey } };
};

const hasEnded = (attempt: FactorAttemptRow | undefined, origin: Origin, at: Date): boolean =>
  !attempt || Date.parse(attempt.expires_at) <= at.getTime() || attempt.device !== origin.device;

/**
 * Finishes a sign-in by the second factor, once, in a browser of the same name and version as the one that began.
 * @throws Problem 400, 401, 403 passwords_off, 410 if it is over or the account has changed, 422, 429, 503
 */
export const finishSignIn = async (
  services: Services,
  { attempt: secret, ...answer }: SecondFactorBody,
  party: RelyingParty,
  origin: Origin,
): Promise<StartedSession> => {
  const { store, clock } = services;
  const hash = hashToken(secret);
  const attempt = isToken('sf', secret) ? await store.secondFactors.attempt(hash) : undefined;
  if (!attempt || hasEnded(attempt, origin, clock())) throw attemptOverProblem();
  const isCurrent = (user: UserRow | undefined): user is UserRow => user?.active === true && accountStamp(user) === attempt.stamp;
  const user = await store.users.byId(attempt.user_id);
  if (!isCurrent(user)) throw attemptOverProblem();
  // As at the first step: meanwhile the rules may have changed, or a temporary password expired.
  assertPasswordAllowed(services, user.role);
  await assertNotExpired(store, user, clock(), 401);
  const method = await checkAnswer(services, user, answer, { party, challenge: attempt.challenge, origin, isSignedIn: false });
  return store.transaction(async (tx) => {
    const now = await tx.users.lock(user.id);
    // Meanwhile the account may have changed, or another call may have finished this sign-in.
    if (!isCurrent(now) || !(await tx.secondFactors.endAttempt(hash))) throw attemptOverProblem();
    return startSession(tx, now, { remembered: attempt.remembered, origin, at: clock(), factor: causes.factorMethods[method] });
  });
};
