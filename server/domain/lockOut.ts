import { createHash } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Attempt, Standing, Windows } from '../db/repositories/loginAttempts.ts';
import { HOUR, later, MINUTE } from './clock.ts';
import { Problem } from './problem.ts';
import type { Services } from './services.ts';

const { lockOut } = limits;
const windowMs = {
  pair: lockOut.windowMinutes * MINUTE,
  account: lockOut.accountWindowMinutes * MINUTE,
  network: lockOut.networkWindowMinutes * MINUTE,
} as const;

const windowsAt = (at: Date): Windows => ({
  pair: { allowed: lockOut.perAccountAndNetwork, since: later(at, -windowMs.pair) },
  account: { allowed: lockOut.perAccount, since: later(at, -windowMs.account) },
  network: { allowed: lockOut.perNetwork, since: later(at, -windowMs.network) },
});

/** Milliseconds until every count has room again; 0 where all have. */
const waitOf = (standing: Standing, at: Date): number => {
  const waits = (['pair', 'account', 'network'] as const).map((count) => {
    const blocking = standing[count];
    return blocking === null ? 0 : Date.parse(blocking) + windowMs[count] - at.getTime();
  });
  return Math.max(0, ...waits);
};

const tooMany = (waitMs: number): Problem => {
  const minutes = Math.ceil(waitMs / MINUTE);
  const when = minutes <= 1 ? 'in a minute' : minutes >= 60 && waitMs >= HOUR ? 'in an hour' : `in ${minutes} minutes`;
  return new Problem(429, 'too_many_attempts', `Too many failed attempts. Try again ${when}.`, { retryAfter: Math.ceil(waitMs / 1000) });
};

/** The e-mail as typed is not kept: people type passwords there too. */
const accountKeyOf = (email: string): string => createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 32);

/**
 * Lets `check` look at a password where account and network have attempts left (contract limits.lockOut), and counts the attempt
 * before it looks, so that guesses sent at once are not more than guesses sent in turn.
 * @throws Problem 429 with the time to wait
 */
export const withLockOut = async (
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  who: Readonly<{ email: string; network: string }>,
  check: () => Promise<boolean>,
): Promise<boolean> => {
  const at = clock();
  const attempt: Attempt = { accountKey: accountKeyOf(who.email), network: who.network, at };
  const id = await store.loginAttempts.begin(attempt);
  const forgetAnd = async (error: unknown): Promise<never> => {
    await store.loginAttempts.forget(id);
    throw error;
  };
  const wait = waitOf(await store.loginAttempts.standing(attempt, windowsAt(at)), at);
  if (wait > 0) return forgetAnd(tooMany(wait));
  const right = await check().catch(forgetAnd);
  if (right) await store.loginAttempts.succeed(id);
  return right;
};
