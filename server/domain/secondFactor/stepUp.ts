import type { FactorAnswer, PasskeyOptions } from '../../../contract/entities/secondFactor.ts';
import { limits } from '../../../contract/limits.ts';
import { causes } from '../../../contract/messages/audit.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import type { Principal } from '../session/principal.ts';
import { MINUTE, plusMs } from '../shared/clock.ts';
import { dollars } from '../shared/moneyText.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { checkAnswer } from './checkAnswer.ts';
import { notSetUpProblem } from './factorSecret.ts';
import { createChallenge, type RelyingParty, signOptions } from './passkeys.ts';

const t = messages.secondFactorRefusals;
type Caller = Pick<Principal, 'userId' | 'sessionId' | 'token'>;
type Repos = Pick<Repositories, 'sessions' | 'settings' | 'users'>;

/** True if the session confirmed the second factor within the last five minutes. */
const isConfirmed = async ({ sessions }: Pick<Repos, 'sessions'>, { sessionId, token }: Caller, at: Date): Promise<boolean> => {
  const confirmedAt = token ? null : await sessions.factorConfirmedAt(sessionId);
  return confirmedAt !== null && Date.parse(confirmedAt) > plusMs(at, -limits.secondFactor.confirmedMinutes * MINUTE).getTime();
};

/** Asks for the second factor again, if the person has one. @throws Problem 403 second_factor_needed */
export const assertFactorConfirmed = async (tx: Repos, caller: Caller, at: Date): Promise<void> => {
  const user = await tx.users.byId(caller.userId);
  if (user?.second_factor_at == null || (await isConfirmed(tx, caller, at))) return;
  throw new Problem(403, 'second_factor_needed', t.needed);
};

/**
 * Asks an admin for the second factor before they change other people's factors or the rules. Once the company has rules, admins without a
 * second factor cannot change them.
 * @throws Problem 403 second_factor_needed, second_factor_missing
 */
export const assertAdminConfirmed = async (tx: Repos, caller: Caller, at: Date): Promise<void> => {
  const user = await tx.users.byId(caller.userId);
  const { payout_limit_cents: limit, second_factor_roles: requiredRoles } = await tx.settings.security();
  if (user?.second_factor_at == null && (limit !== null || requiredRoles.length > 0))
    throw new Problem(403, 'second_factor_missing', t.adminMissing);
  await assertFactorConfirmed(tx, caller, at);
};

/**
 * The only guard of large payouts (decisions 4.16): whoever approves one above the company's limit must have confirmed the second factor in
 * this session within the last five minutes. API tokens never can.
 * @throws Problem 403 second_factor_needed, second_factor_missing, closed_to_tokens
 */
export const assertMayApproveAmount = async (tx: Repos, caller: Caller, cents: Cents, at: Date): Promise<void> => {
  const { payout_limit_cents: limit } = await tx.settings.security();
  if (limit === null || cents <= limit) return;
  if (caller.token) throw new Problem(403, 'closed_to_tokens', messages.apiTokens.closed);
  const user = await tx.users.byId(caller.userId);
  if (user?.second_factor_at == null) throw new Problem(403, 'second_factor_missing', fill(t.missing, { limit: dollars(limit) }));
  await assertFactorConfirmed(tx, caller, at);
};

/** The request that a passkey signs to confirm in this session. @throws Problem 409 without a passkey */
export const askPasskey = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { userId, sessionId }: Caller,
  party: RelyingParty,
): Promise<PasskeyOptions> => {
  const passkeys = await store.secondFactors.passkeys(userId);
  if (passkeys.length === 0) throw notSetUpProblem();
  const challenge = createChallenge();
  await store.sessions.setChallenge(sessionId, challenge, plusMs(clock(), limits.secondFactor.attemptMinutes * MINUTE));
  return signOptions(party, passkeys, challenge);
};

/** Confirms the second factor in this session. @throws Problem 400, 409 without one, 422, 429, 503 */
export const confirmFactor = async (
  services: Services,
  { userId, sessionId }: Caller,
  answer: FactorAnswer,
  party: RelyingParty,
  origin: Origin,
): Promise<void> => {
  const { store, clock } = services;
  const user = await store.users.byId(userId);
  if (user?.second_factor_at == null) throw notSetUpProblem();
  const challenge = answer.passkey === undefined ? null : await store.sessions.takeChallenge(sessionId, clock());
  const method = await checkAnswer(services, user, answer, { party, challenge, origin, isSignedIn: true });
  await store.transaction(async (tx) => {
    const at = clock();
    // Meanwhile the second factor may have been turned off or replaced.
    if ((await tx.users.lock(userId))?.second_factor_at !== user.second_factor_at) throw notSetUpProblem();
    await tx.sessions.confirmFactor(sessionId, at);
    const entry = { actorId: userId, action: 'second_factor.confirmed', entity: 'session', entityId: String(sessionId) };
    await tx.audit.write({ ...entry, cause: causes.factorMethods[method] }, origin, at);
  });
};
