import type { NewPasskeyBody, Passkey, PasskeyOptions } from '../../../contract/entities/secondFactor.ts';
import { passkeyForm } from '../../../contract/forms/session/passkey.ts';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { PasskeyRow } from '../../db/repositories/session/secondFactors.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import type { Principal } from '../session/principal.ts';
import { checkForm } from '../shared/checkForm.ts';
import { MINUTE, plusMs } from '../shared/clock.ts';
import { formProblem, notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { notSetUpProblem } from './factorSecret.ts';
import { addOptions, createChallenge, type RelyingParty, readNewPasskey } from './passkeys.ts';
import { assertFactorConfirmed } from './stepUp.ts';

const t = messages.secondFactorRefusals;
type Caller = Pick<Principal, 'userId' | 'sessionId'>;

const entryOf = ({ userId }: Caller, action: string, id: number) => ({ actorId: userId, action, entity: 'passkey', entityId: String(id) });

const notifyOwner = async (
  tx: Repositories,
  kind: 'passkeyAdded' | 'passkeyRemoved',
  { id, user_id, name }: Pick<PasskeyRow, 'id' | 'user_id' | 'name'>,
  at: Date,
): Promise<void> => {
  const subject = { kind: 'user', id: user_id, page: '/settings' } as const;
  await notify(tx, kind, { subject, occurrence: `passkey-${id}:${kind}`, words: { name } }, { to: [user_id], at });
};

/** @throws Problem 403 second_factor_needed, 409 without a second factor, or with too many passkeys */
const assertMayAdd = async (tx: Repositories, caller: Caller, at: Date) => {
  const user = await tx.users.byId(caller.userId);
  if (user?.second_factor_at == null) throw notSetUpProblem();
  await assertFactorConfirmed(tx, caller, at);
  const passkeys = await tx.secondFactors.passkeys(user.id);
  const maxPasskeys = limits.secondFactor.passkeys;
  if (passkeys.length >= maxPasskeys) throw new Problem(409, 'too_many_passkeys', fill(t.tooManyPasskeys, { most: maxPasskeys }));
  return { user, passkeys };
};

/** Begins a new passkey: the request that the browser gives to an authenticator. @throws Problem 403, 409 */
export const beginPasskey = ({ store, clock }: Services, caller: Caller, party: RelyingParty): Promise<PasskeyOptions> =>
  store.transaction(async (tx) => {
    const at = clock();
    const { user, passkeys } = await assertMayAdd(tx, caller, at);
    const challenge = createChallenge();
    await tx.sessions.setChallenge(caller.sessionId, challenge, plusMs(at, limits.secondFactor.attemptMinutes * MINUTE));
    return addOptions(party, user, { company: await tx.settings.companyName(), passkeys, challenge });
  });

/** @throws Problem 403, 409, 410 if the challenge is over, 422 */
export const addPasskey = async (
  { store, clock }: Services,
  caller: Caller,
  body: NewPasskeyBody,
  party: RelyingParty,
  origin: Origin,
): Promise<Passkey> => {
  await checkForm(passkeyForm, { name: body.name });
  const { name } = passkeyForm.cast({ name: body.name });
  const challenge = await store.sessions.takeChallenge(caller.sessionId, clock());
  if (challenge === null) throw new Problem(410, 'challenge_over', t.challengeOver);
  const added = await readNewPasskey(party, body.passkey, challenge);
  return store.transaction(async (tx) => {
    const at = clock();
    await tx.users.lock(caller.userId);
    const { user } = await assertMayAdd(tx, caller, at);
    const row = added && (await tx.secondFactors.addPasskey({ ...added, user_id: user.id, name }, at));
    if (!row) throw formProblem({ passkey: t.wrongPasskey });
    await notifyOwner(tx, 'passkeyAdded', row, at);
    await tx.audit.write({ ...entryOf(caller, 'passkey.added', row.id), after: { name } }, origin, at);
    return { id: String(row.id), name, created_at: row.created_at, last_used_at: null };
  });
};

/** @throws Problem 403 second_factor_needed, 404 for another person's */
export const removePasskey = ({ store, clock }: Services, caller: Caller, id: number | null, origin: Origin): Promise<void> =>
  store.transaction(async (tx) => {
    const at = clock();
    await assertFactorConfirmed(tx, caller, at);
    const row = id === null ? undefined : await tx.secondFactors.removePasskey(id, caller.userId);
    if (!row) throw notFoundProblem('passkey');
    await notifyOwner(tx, 'passkeyRemoved', row, at);
    await tx.audit.write({ ...entryOf(caller, 'passkey.removed', row.id), before: { name: row.name } }, origin, at);
  });
