import { messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { notFoundProblem, Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { accountKeyOf, codeKeyOf, windowsAt } from './lockOut.ts';
import type { Principal } from './principal.ts';

type Deps = Pick<Services, 'store' | 'clock'>;

/** Tells whether sign-ins of an account are being refused somewhere, because of its passwords or its codes. */
export const readLocks = async ({ store, clock }: Deps): Promise<(email: string) => boolean> => {
  const at = clock();
  const codes = windowsAt(at, true);
  const [lockedAccounts, lockedCodes] = await Promise.all([
    store.loginAttempts.lockedAccounts(windowsAt(at)),
    store.loginAttempts.lockedAccounts({ pair: codes.pair, strained: codes.account }),
  ]);
  return (email) => lockedAccounts.has(accountKeyOf(email)) || lockedCodes.has(codeKeyOf(email));
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
    const passwords = await tx.loginAttempts.clearFailures(accountKeyOf(person.email));
    const codes = await tx.loginAttempts.clearFailures(codeKeyOf(person.email));
    if (passwords + codes === 0) throw new Problem(409, 'not_locked', messages.lockRefusals.unlocked);
    const entry = { actorId: principal.userId, action: 'auth.lock_lifted', entity: 'user', entityId: String(person.id) };
    await tx.audit.write({ ...entry, before: { failed_passwords: passwords, failed_codes: codes } }, origin, clock());
  });
