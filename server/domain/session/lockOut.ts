import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { devicePlace, type SignInStanding, type Windows } from '../../db/repositories/session/loginAttempts.ts';
import { HOUR, MINUTE, plusMs } from '../shared/clock.ts';
import { Problem } from '../shared/problem.ts';
import type { Services } from '../shared/services.ts';
import { busyProblem } from './passwords.ts';

const { lockOut } = limits;
const windowMs = {
  pair: lockOut.windowMinutes * MINUTE,
  account: lockOut.accountWindowMinutes * MINUTE,
  network: lockOut.networkWindowMinutes * MINUTE,
} as const;

const counts = ['pair', 'account', 'network'] as const;

/** The limits of attempts at this instant. */
export const windowsAt = (at: Date, isCode = false): Windows => ({
  pair: { allowed: lockOut.perAccountAndNetwork, since: plusMs(at, -windowMs.pair) },
  strained: { allowed: lockOut.strainedAccount, since: plusMs(at, -windowMs.account) },
  account: { allowed: isCode ? lockOut.codesPerAccount : lockOut.perAccount, since: plusMs(at, -windowMs.account) },
  network: { allowed: lockOut.perNetwork, since: plusMs(at, -windowMs.network) },
  lost: plusMs(at, -MINUTE),
});

/** Milliseconds until every count allows another attempt; 0 if all do now. */
const waitMsOf = (standing: SignInStanding, at: Date): number => {
  const waitsMs = counts.map((count) => {
    const blocking = standing[count];
    return blocking === null ? 0 : Date.parse(blocking) + windowMs[count] - at.getTime();
  });
  return Math.max(0, ...waitsMs);
};

const tooManyProblem = (waitMs: number, text: string = messages.session.lockedOut): Problem => {
  const minutes = Math.ceil(waitMs / MINUTE);
  const { inMinute, inMinutes, inHour } = messages.session;
  const when = minutes <= 1 ? inMinute : minutes >= 60 && waitMs >= HOUR ? inHour : fill(inMinutes, { minutes });
  return new Problem(429, 'too_many_attempts', fill(text, { when }), { retryAfter: Math.ceil(waitMs / 1000) });
};

/** A hash, because people enter passwords as e-mails by mistake. */
export const accountKeyOf = (email: string): string => createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 32);

/** Attempts that wait for undecided ones: the retry interval, the maximum number of tries, and the maximum number that may wait. */
const RETRY_MS = 50;
const MAX_TRIES = 200;
const MAX_WAITING = 50;
let waitingAttempts = 0;

type Deps = Pick<Services, 'store' | 'clock'>;
/** `isCode`: a code of the second factor; its failures are counted separately, because a correct password clears those of passwords. */
type AttemptSource = Readonly<{ email: string; origin: Pick<Origin, 'network' | 'deviceKeys'>; isCode?: boolean }>;

/** The account under which wrong codes are counted. */
export const codeKeyOf = (email: string): string => accountKeyOf(`second-factor:${email.trim()}`);

/** Reserves an attempt; waits while undecided attempts use up the limit. */
const reserve = async ({ store, clock }: Deps, { email, origin, isCode = false }: AttemptSource) => {
  const device = await store.sessions.knownDevice(email, origin.deviceKeys ?? []);
  const place = device === null ? origin.network : devicePlace(device);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const attempt = {
      accountKey: isCode ? codeKeyOf(email) : accountKeyOf(email),
      email: email.trim().toLowerCase(),
      place,
      at: clock(),
    };
    const { id, standing } = await store.loginAttempts.reserve(attempt, windowsAt(attempt.at, isCode));
    if (id !== null) return { id, attempt, standing, isKnownDevice: device !== null };
    const waitMs = waitMsOf(standing, attempt.at);
    if (waitMs > 0) throw tooManyProblem(waitMs);
    if (waitingAttempts >= MAX_WAITING) break;
    waitingAttempts += 1;
    await wait(RETRY_MS).finally(() => {
      waitingAttempts -= 1;
    });
  }
  throw busyProblem();
};

/** `locked`: the counts that this failure brought to their limit. */
export type PasswordCheck = Readonly<{ isRight: boolean; locked: readonly ('strained' | 'device' | (typeof counts)[number])[] }>;

/**
 * Runs `check` on a password if the account and the network have attempts left (contract limits.lockOut). The attempt is recorded first, so
 * that parallel guesses get no more attempts than sequential ones; only failures count (decisions 4.05). Attempts from a known device of
 * the account count separately from those of strangers (decisions 4.18).
 * @throws Problem 429 with the time to wait, 503
 */
export const withLockOut = async (deps: Deps, account: AttemptSource, check: () => Promise<boolean>): Promise<PasswordCheck> => {
  const { loginAttempts } = deps.store;
  const { id, attempt, standing: before, isKnownDevice } = await reserve(deps, account);
  const isRight = await check().catch(async (error: unknown) => {
    await loginAttempts.forget(id);
    throw error;
  });
  if (isRight) {
    await loginAttempts.succeed(id);
    return { isRight, locked: [] };
  }
  const standing = await loginAttempts.fail(id, attempt, windowsAt(attempt.at, account.isCode));
  if (isKnownDevice) return { isRight, locked: standing.pair === null ? [] : ['device'] };
  const reached = counts.filter((count) => standing[count] !== null && !(count === 'pair' && standing.strained));
  return { isRight, locked: standing.strained && !before.strained ? ['strained', ...reached] : reached };
};

/**
 * Counts a network's requests for password links, for any address, separately from sign-ins, which they do not lock.
 * @throws Problem 429 with the time to wait
 */
export const countLinkRequest = async ({ store, clock }: Deps, network: string): Promise<void> => {
  const at = clock();
  const blocking = await store.loginAttempts.countLinkRequest(network, at, windowsAt(at).network);
  if (blocking !== null) throw tooManyProblem(Date.parse(blocking) + windowMs.network - at.getTime(), messages.session.tooManyRequests);
};
