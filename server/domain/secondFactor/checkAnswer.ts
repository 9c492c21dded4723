import type { FactorAnswer } from '../../../contract/entities/secondFactor.ts';
import { causes } from '../../../contract/messages/audit.ts';
import { messages } from '../../../contract/messages.ts';
import type { FactorMethod } from '../../../contract/rules/session/factorMethods.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import { notify } from '../notifications/notify.ts';
import { noteSignInFailure } from '../session/failedSignIn.ts';
import { withLockOut } from '../session/lockOut.ts';
import { badRequest, formProblem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { totpSecretName } from './factorSecret.ts';
import { type RelyingParty, verifyPasskey } from './passkeys.ts';
import { hashRecoveryCode } from './recoveryCodes.ts';
import { totpStep } from './totp.ts';

const t = messages.secondFactorRefusals;
type Person = Pick<UserRow, 'id' | 'email'>;
/** `challenge`: what a passkey must have signed; null if no passkey was requested. `isSignedIn`: the person answers in a session. */
type Question = Readonly<{ party: RelyingParty; challenge: string | null; origin: Origin; isSignedIn: boolean }>;

/** The message for a refused code; null for a correct one. */
const checkCode = async ({ store, vault, clock }: Services, { id }: Person, code: string): Promise<string | null> => {
  const secret = await vault.open(store, totpSecretName(id));
  const step = secret === null ? null : totpStep(secret.text, code, clock());
  if (step === null) return t.wrong;
  return (await store.secondFactors.spendStep(id, step)) ? null : t.used;
};

const checkRecoveryCode = ({ store, clock }: Services, { id }: Person, code: string, origin: Origin): Promise<string | null> =>
  store.transaction(async (tx) => {
    const at = clock();
    const hash = hashRecoveryCode(code);
    if (!(await tx.secondFactors.spendRecoveryCode(id, hash, at))) return t.wrongRecovery;
    const left = await tx.secondFactors.countRecoveryCodes(id);
    const subject = { kind: 'user', id, page: '/settings' } as const;
    await notify(tx, 'recoveryCodeUsed', { subject, occurrence: `recovery:${hash}`, words: { left } }, { to: [id], at });
    const entry = { actorId: id, action: 'second_factor.recovery_code_used', entity: 'user', entityId: String(id) };
    await tx.audit.write({ ...entry, after: { recovery_codes_left: left } }, origin, at);
    return null;
  });

const checkPasskey = async (
  { store, clock }: Services,
  { id }: Person,
  answer: NonNullable<FactorAnswer['passkey']>,
  { party, challenge }: Question,
): Promise<string | null> => {
  const passkeys = await store.secondFactors.passkeys(id);
  const signed = challenge === null ? null : await verifyPasskey(party, answer, { challenge, passkeys });
  if (!signed) return t.wrongPasskey;
  const { passkey, counter } = signed;
  return (await store.secondFactors.countPasskeyUse(passkey.id, { from: passkey.counter, to: counter }, clock())) ? null : t.wrongPasskey;
};

const checkOf = (services: Services, person: Person, answer: FactorAnswer, question: Question) => {
  const { code, recovery_code, passkey } = answer;
  const checks: [FactorMethod, () => Promise<string | null>][] = [];
  if (code !== undefined) checks.push(['code', () => checkCode(services, person, code)]);
  if (recovery_code !== undefined)
    checks.push(['recovery_code', () => checkRecoveryCode(services, person, recovery_code, question.origin)]);
  if (passkey !== undefined) checks.push(['passkey', () => checkPasskey(services, person, passkey, question)]);
  const [check] = checks;
  if (!check || checks.length > 1) throw badRequest('second_factor_answer', t.one);
  return { method: check[0], check: check[1] };
};

/** Somebody who enters wrong codes knows the password, so the person is notified once their codes are locked. */
const notifyOfWrongCodes = async ({ store, clock }: Services, { id }: Person): Promise<void> => {
  const at = clock();
  const subject = { kind: 'user', id, page: '/settings' } as const;
  await notify(store, 'wrongCodes', { subject, occurrence: `codes:${at.toISOString()}`, words: {} }, { to: [id], at });
};

/**
 * Checks one answer to the question for the second factor (decisions 4.16). Each code works once, even if the caller fails afterwards;
 * wrong codes of the app count toward their own lockout, and so do recovery codes and passkeys, whose limits only stop floods.
 * @returns how the person confirmed
 * @throws Problem 400, 422 with the field, 429, 503
 */
export const checkAnswer = async (services: Services, person: Person, answer: FactorAnswer, question: Question): Promise<FactorMethod> => {
  const { method, check } = checkOf(services, person, answer, question);
  const { origin, isSignedIn } = question;
  let refusal: string | null = null;
  const isRight = async (): Promise<boolean> => {
    refusal = await check();
    return refusal === null;
  };
  const kind = method === 'code' ? 'code' : 'recovery';
  const result = await withLockOut(services, { email: person.email, origin, kind }, isRight);
  if (result.isRight) return method;
  const { locked } = result;
  const failure = { userId: person.id, actorId: isSignedIn ? person.id : null, cause: causes.wrongCode, kind, locked } as const;
  await noteSignInFailure(services, failure, origin, services.clock());
  // A network alone may be locked for wrong codes of other people.
  if (locked.some((count) => count !== 'network')) await notifyOfWrongCodes(services, person);
  throw formProblem({ [method]: refusal ?? t.wrong });
};
