import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { type AttemptKind, accountKeyOf, attemptKinds, windowsAt } from './lockOut.ts';
import type { Principal } from './principal.ts';

type Deps = Pick<Services, 'store' | 'clock'>;

/** Tells whether sign-ins of an account are being refused somewhere, because of its passwords or its second factor. */
export const readLocks = async ({ loginAttempts }: Pick<Repositories, 'loginAttempts'>, at: Date): Promise<(email: string) => boolean> => {
  const locked = await Promise.all(attemptKinds.map((kind) => loginAttempts.lockedAccounts(windowsAt(at, kind))));
  return (email) => attemptKinds.some((kind, index) => locked[index]?.has(accountKeyOf(email, kind)));
};

/**
 * An administrator lifts the lock of another account: its failures until now no longer count (decisions 4.18). Never their own: an
 * unattended session would otherwise allow unlimited guesses of their password or codes.
 * @throws Problem 404, 409 own_account, not_locked
 */
export const liftLock = ({ store, clock }: Deps, principal: Principal, id: number | null, origin: Origin): Promise<void> =>
  store.transaction(async (tx) => {
    if (id === principal.userId) throw new Problem(409, 'own_account', messages.lockRefusals.own);
    const person = id === null ? undefined : await tx.users.lock(id);
    if (!person) throw notFoundProblem('user');
    const at = clock();
    if (!(await readLocks(tx, at))(person.email)) throw new Problem(409, 'not_locked', messages.lockRefusals.unlocked);
    const clear = (kind: AttemptKind) => tx.loginAttempts.clearFailures(accountKeyOf(person.email, kind));
    const before = { failed_passwords: await clear('password'), failed_codes: (await clear('code')) + (await clear('recovery')) };
    const entry = { actorId: principal.userId, action: 'auth.lock_lifted', entity: 'user', entityId: String(person.id) };
    await tx.audit.write({ ...entry, before }, origin, at);
  });
