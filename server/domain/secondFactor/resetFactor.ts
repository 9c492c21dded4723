import { fullName } from '../../../contract/entities/user.ts';
import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { UserRow } from '../../db/repositories/people/users.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notify } from '../notifications/notify.ts';
import { mayApprove, notifyOverseers, personWords } from '../notifications/overseers.ts';
import { accountKeyOf } from '../session/lockOut.ts';
import type { Principal } from '../session/principal.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { factorSecrets, notSetUpProblem } from './factorSecret.ts';
import { assertAdminConfirmed } from './stepUp.ts';

type Reset = Readonly<{ actorId: number | null; author: string; origin: Pick<Origin, 'network' | 'requestId'>; at: Date; cause?: string }>;

/** Removes a person's second factor, and notifies them, the other admins and, for an approver, finance. */
const resetWithin = async (
  tx: Repositories,
  vault: Pick<Services['vault'], 'forget'>,
  person: UserRow,
  { actorId, author, origin, at, cause }: Reset,
): Promise<void> => {
  await tx.secondFactors.set(person.id, null, 0);
  await vault.forget(tx, factorSecrets(person.id));
  for (const kind of ['code', 'recovery'] as const) await tx.loginAttempts.clearFailures(accountKeyOf(person.email, kind));
  const occurrence = `factor:${at.toISOString()}`;
  const own = { kind: 'user', id: person.id, page: '/settings' } as const;
  await notify(tx, 'factorReset', { subject: own, occurrence, words: { author } }, { to: [person.id], at });
  const notice = { occurrence, words: { author, ...personWords(person) }, ...(actorId === null ? {} : { by: actorId }) };
  await notifyOverseers(tx, person, 'factorResetOf', notice, at, mayApprove(person.role) ? undefined : ['admin']);
  const entry = { actorId, action: 'second_factor.reset', entity: 'user', entityId: String(person.id) };
  await tx.audit.write({ ...entry, ...(cause ? { cause } : {}) }, origin, at);
};

/**
 * An administrator removes somebody's second factor, for example after a lost phone.
 * @throws Problem 403 second_factor_needed, second_factor_missing, 404, 409 own_account, second_factor_unset
 */
export const resetFactor = ({ store, clock, vault }: Services, principal: Principal, id: number | null, origin: Origin): Promise<void> =>
  store.transaction(async (tx) => {
    const at = clock();
    if (id === principal.userId) throw new Problem(409, 'own_account', messages.secondFactorRefusals.own);
    const person = id === null ? undefined : await tx.users.lock(id);
    if (!person) throw notFoundProblem('user');
    if (person.second_factor_at === null) throw notSetUpProblem();
    await assertAdminConfirmed(tx, principal, at);
    const author = await tx.users.byId(principal.userId);
    await resetWithin(tx, vault, person, { actorId: principal.userId, author: author ? fullName(author) : '', origin, at });
  });

/** `npm run second-factor:reset`, for the only admin, who cannot ask another one. @throws Problem 404, 409 */
export const resetFactorFromConsole = (
  { store, clock, vault }: Pick<Services, 'store' | 'clock' | 'vault'>,
  email: string,
): Promise<void> =>
  store.transaction(async (tx) => {
    const user = await tx.users.byEmail(email.trim());
    const person = user && (await tx.users.lock(user.id));
    if (!person) throw notFoundProblem('user');
    if (person.second_factor_at === null) throw notSetUpProblem();
    const requestId = 'second-factor:reset';
    const origin = { network: 'console', requestId };
    await resetWithin(tx, vault, person, {
      actorId: null,
      author: messages.secondFactorRefusals.operator,
      origin,
      at: clock(),
      cause: requestId,
    });
  });
