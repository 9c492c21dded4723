import type { BegunFactor, RecoveryCodes, SecondFactorState } from '../../../contract/entities/secondFactor.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { confirmPassword } from '../session/confirmPassword.ts';
import { withLockOut } from '../session/lockOut.ts';
import { isPasswordOff } from '../session/passwordPolicy.ts';
import type { Principal } from '../session/principal.ts';
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

export const readFactorState = async ({ store }: Pick<Services, 'store'>, { userId }: Caller): Promise<SecondFactorState> => {
  const user = await readUser(store, userId);
  const { second_factor_roles } = await store.settings.security();
  const passkeys = await store.secondFactors.passkeys(userId);
  return {
    since: user.second_factor_at,
    required: second_factor_roles.includes(user.role),
    recovery_codes_left: await store.secondFactors.countRecoveryCodes(userId),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({ id: String(id), name, created_at, last_used_at })),
  };
};

/**
 * Begins the set-up with a new secret, which nothing accepts before it is confirmed by a code. The password is asked for, so that a
 * stolen session cannot leave a factor behind; people who sign in at an issuer only have none.
 * @throws Problem 409 second_factor_set, no_encryption_key, 422, 429, 503
 */
export const beginFactor = async (
  services: Services,
  { userId }: Caller,
  password: string | undefined,
  origin: Origin,
): Promise<BegunFactor> => {
  const { store, vault, clock } = services;
  const user = await readUser(store, userId);
  if (user.second_factor_at !== null) throw alreadySetProblem();
  if (user.password_hash !== null && !isPasswordOff(services, user.role)) await confirmPassword(services, user, password ?? '', origin);
  const secret = createTotpSecret();
  await vault.seal(store, totpSecretName(userId), secret, clock());
  return { secret, qr: totpQr(secret, { issuer: await store.settings.companyName(), label: user.email }) };
};

/** The step of a right code for the secret that was begun; wrong ones count like those of a sign-in. @throws Problem 409, 422, 429, 503 */
const checkFirstCode = async (services: Services, user: UserRow, code: string, origin: Origin): Promise<number> => {
  const { store, vault, clock } = services;
  const secret = await vault.open(store, totpSecretName(user.id));
  if (!secret) throw new Problem(409, 'second_factor_unset', t.notBegun);
  let step: number | null = null;
  await withLockOut(services, { email: user.email, network: origin.network, isCode: true }, async () => {
    step = totpStep(secret.text, code, clock());
    return step !== null;
  });
  if (step === null) throw formProblem({ code: t.wrong });
  return step;
};

const replaceCodes = async (tx: Repositories, userId: number): Promise<RecoveryCodes> => {
  const recovery_codes = createRecoveryCodes();
  await tx.secondFactors.replaceRecoveryCodes(userId, recovery_codes.map(hashRecoveryCode));
  return { recovery_codes };
};

/** Turns the second factor on. @returns the recovery codes, in this response only @throws Problem 409, 422, 429, 503 */
export const enableFactor = async (
  services: Services,
  { userId, sessionId }: Caller,
  code: string,
  origin: Origin,
): Promise<RecoveryCodes> => {
  const { store, clock } = services;
  const user = await readUser(store, userId);
  if (user.second_factor_at !== null) throw alreadySetProblem();
  const step = await checkFirstCode(services, user, code, origin);
  return store.transaction(async (tx) => {
    const at = clock();
    const now = await tx.users.lock(userId);
    if (!now || now.second_factor_at !== null) throw alreadySetProblem();
    if (!(await tx.sessions.isOpen(sessionId, at))) throw new Problem(401, 'session_ended', messages.session.ended);
    await tx.secondFactors.set(userId, at, step);
    await tx.sessions.confirmFactor(sessionId, at);
    await notify(
      tx,
      'factorEnabled',
      { subject: subjectOf(userId), occurrence: `factor:${at.toISOString()}`, words: {} },
      { to: [userId], at },
    );
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
    const { userId, sessionId } = caller;
    const user = await tx.users.lock(userId);
    if (user?.second_factor_at == null) throw notSetUpProblem();
    await assertFactorConfirmed(tx, caller, at);
    await tx.secondFactors.set(userId, null, 0);
    await vault.forget(tx, factorSecrets(userId));
    await tx.sessions.confirmFactor(sessionId, null);
    await notify(
      tx,
      'factorDisabled',
      { subject: subjectOf(userId), occurrence: `factor:${at.toISOString()}`, words: {} },
      { to: [userId], at },
    );
    await tx.audit.write(entryOf(userId, 'second_factor.disabled'), origin, at);
  });
