import type { BegunFactor, RecoveryCodes, SecondFactorState } from '../../../contract/entities/secondFactor.ts';
import { limits } from '../../../contract/limits.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { mayApprove, notifyOverseers, personWords } from '../notifications/overseers.ts';
import { confirmPassword } from '../session/confirmPassword.ts';
import { withLockOut } from '../session/lockOut.ts';
import { isPasswordOff } from '../session/passwordPolicy.ts';
import type { Principal } from '../session/principal.ts';
import { MINUTE, plusMs } from '../shared/clock.ts';
import { formProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { factorSecrets, notSetUpProblem, totpSecretName } from './factorSecret.ts';
import { createRecoveryCodes, hashRecoveryCode } from './recoveryCodes.ts';
import { assertFactorConfirmed } from './stepUp.ts';
import { createTotpSecret, totpQr, totpStep } from './totp.ts';

const t = messages.secondFactorRefusals;
type Caller = Pick<Principal, 'userId' | 'sessionId'>;

const readUser = async ({ users }: Pick<Repositories, 'users'>, userId: number): Promise<UserRow> => {
  const user = await users.byId(userId);
  if (!user) throw new Problem(401, 'token_invalid', messages.session.tokenInvalid);
  return user;
};
const alreadySetProblem = (): Problem => new Problem(409, 'second_factor_set', t.set);
const entryOf = (userId: number, action: string) => ({ actorId: userId, action, entity: 'user', entityId: String(userId) });
const subjectOf = (id: number) => ({ kind: 'user', id, page: '/settings' }) as const;

/** True if the person has a password and may sign in with it, not only by single sign-on. */
const hasPassword = (services: Pick<Services, 'sso'>, { password_hash, role }: UserRow): boolean =>
  password_hash !== null && !isPasswordOff(services, role);

export const readFactorState = async (services: Pick<Services, 'store' | 'sso'>, { userId }: Caller): Promise<SecondFactorState> => {
  const { store } = services;
  const user = await readUser(store, userId);
  const { second_factor_roles } = await store.settings.security();
  const passkeys = await store.secondFactors.passkeys(userId);
  return {
    since: user.second_factor_at,
    required: second_factor_roles.includes(user.role),
    password_needed: hasPassword(services, user),
    recovery_codes_left: await store.secondFactors.countRecoveryCodes(userId),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({ id: String(id), name, created_at, last_used_at })),
  };
};

/**
 * Begins the set-up with a new secret, which nothing accepts before it is confirmed by a code. A stolen session alone cannot leave a
 * factor behind: it needs the password or, for people who sign in at an issuer only, a session that has just begun.
 * @throws Problem 403 sign_in_again, 409 second_factor_set, no_encryption_key, 422, 429, 503
 */
export const beginFactor = async (
  services: Services,
  { userId, sessionId }: Caller,
  password: string | undefined,
  origin: Origin,
): Promise<BegunFactor> => {
  const { store, vault, clock } = services;
  const user = await readUser(store, userId);
  if (user.second_factor_at !== null) throw alreadySetProblem();
  if (hasPassword(services, user)) await confirmPassword(services, user, password ?? '', origin);
  else if (!(await store.sessions.beganAfter(sessionId, plusMs(clock(), -limits.secondFactor.newSessionMinutes * MINUTE))))
    throw new Problem(403, 'sign_in_again', t.signInAgain);
  const secret = createTotpSecret();
  await store.transaction(async (tx) => {
    // Checking the password takes long: meanwhile another session may have turned the second factor on.
    const now = await tx.users.lock(userId);
    if (!now || now.second_factor_at !== null) throw alreadySetProblem();
    await vault.seal(tx, totpSecretName(userId), secret, clock());
  });
  return { secret, qr: totpQr(secret, { issuer: await store.settings.companyName(), label: user.email }) };
};

const notStartedProblem = (): Problem => new Problem(409, 'second_factor_unset', t.notBegun);

/**
 * The time step of a correct code for the new secret, and the secret's version; wrong codes count like those of a sign-in.
 * @throws Problem 409, 422, 429, 503
 */
const checkFirstCode = async (services: Services, user: UserRow, code: string, origin: Origin) => {
  const { store, vault, clock } = services;
  const secret = await vault.open(store, totpSecretName(user.id));
  if (!secret) throw notStartedProblem();
  let step: number | null = null;
  await withLockOut(services, { email: user.email, origin, kind: 'code' }, async () => {
    step = totpStep(secret.text, code, clock());
    return step !== null;
  });
  if (step === null) throw formProblem({ code: t.wrong });
  return { step, version: secret.version };
};

const replaceCodes = async (tx: Repositories, userId: number): Promise<RecoveryCodes> => {
  const recovery_codes = createRecoveryCodes();
  await tx.secondFactors.replaceRecoveryCodes(userId, recovery_codes.map(hashRecoveryCode));
  return { recovery_codes };
};

/** Notifies the person, and also admins and finance if the person may approve (decisions 4.06). */
const notifyEnabled = async (tx: Repositories, person: UserRow, at: Date): Promise<void> => {
  const occurrence = `factor:${at.toISOString()}`;
  await notify(tx, 'factorEnabled', { subject: subjectOf(person.id), occurrence, words: {} }, { to: [person.id], at });
  if (mayApprove(person.role)) await notifyOverseers(tx, person, 'factorEnabledOf', { occurrence, words: personWords(person) }, at);
};

/** Turns the second factor on, and ends the person's other sessions. @returns the recovery codes, in this response only @throws Problem 409, 422, 429, 503 */
export const enableFactor = async (
  services: Services,
  { userId, sessionId }: Caller,
  code: string,
  origin: Origin,
): Promise<RecoveryCodes> => {
  const { store, vault, clock } = services;
  const user = await readUser(store, userId);
  if (user.second_factor_at !== null) throw alreadySetProblem();
  const { step, version } = await checkFirstCode(services, user, code, origin);
  return store.transaction(async (tx) => {
    const at = clock();
    const now = await tx.users.lock(userId);
    if (!now || now.second_factor_at !== null) throw alreadySetProblem();
    if (!(await tx.sessions.isOpen(sessionId, at))) throw new Problem(401, 'session_ended', messages.session.ended);
    // Another session may have begun again, with another secret.
    if ((await vault.open(tx, totpSecretName(userId)))?.version !== version) throw notStartedProblem();
    await tx.secondFactors.set(userId, at, step);
    // Other sessions began with the password alone.
    await tx.sessions.endOthers(userId, sessionId, 'factor_enabled', at);
    await tx.sessions.confirmFactor(sessionId, at);
    await notifyEnabled(tx, now, at);
    await tx.audit.write(entryOf(userId, 'second_factor.enabled'), origin, at);
    return replaceCodes(tx, userId);
  });
};

/** New recovery codes; the earlier ones stop working. @throws Problem 403 second_factor_needed, 409 */
export const renewRecoveryCodes = ({ store, clock }: Services, caller: Caller, origin: Origin): Promise<RecoveryCodes> =>
  store.transaction(async (tx) => {
    const at = clock();
    const { userId } = caller;
    const user = await tx.users.lock(userId);
    if (user?.second_factor_at == null) throw notSetUpProblem();
    await assertFactorConfirmed(tx, caller, at);
    const notice = { subject: subjectOf(userId), occurrence: `codes:${at.toISOString()}`, words: {} };
    await notify(tx, 'recoveryCodesCreated', notice, { to: [userId], at });
    await tx.audit.write(entryOf(userId, 'second_factor.recovery_codes_created'), origin, at);
    return replaceCodes(tx, userId);
  });

/** Turns the second factor off, with its recovery codes and passkeys. @throws Problem 403 second_factor_needed, 409 */
export const disableFactor = ({ store, clock, vault }: Services, caller: Caller, origin: Origin): Promise<void> =>
  store.transaction(async (tx) => {
    const at = clock();
    const { userId } = caller;
    const user = await tx.users.lock(userId);
    if (user?.second_factor_at == null) throw notSetUpProblem();
    await assertFactorConfirmed(tx, caller, at);
    await tx.secondFactors.set(userId, null, 0);
    await vault.forget(tx, factorSecrets(userId));
    await notify(
      tx,
      'factorDisabled',
      { subject: subjectOf(userId), occurrence: `factor:${at.toISOString()}`, words: {} },
      { to: [userId], at },
    );
    await tx.audit.write(entryOf(userId, 'second_factor.disabled'), origin, at);
  });
