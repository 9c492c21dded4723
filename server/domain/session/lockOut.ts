import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { Origin } from '../../db/repositories/audit/audit.ts';
import { devicePlace, type RequestKind, type SignInStanding, type Windows } from '../../db/repositories/session/loginAttempts.ts';
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

const countKinds = ['pair', 'account', 'network'] as const;

/**
 * Each kind is counted separately, because a correct password clears the count of wrong ones. Recovery codes and passkeys, the `recovery`
 * answers, cannot be guessed: their limits only stop floods, and keep an owner out no more than those of passwords.
 */
export type AttemptKind = 'password' | 'code' | 'recovery';
export const attemptKinds = ['password', 'code', 'recovery'] as const satisfies readonly AttemptKind[];

/** The limits of attempts at this instant. */
export const windowsAt = (at: Date, kind: AttemptKind): Windows => {
  const perAccount = kind === 'code' ? lockOut.codesPerAccount : lockOut.perAccount;
  const perPair = kind === 'recovery' ? lockOut.recoveryPerAccountAndNetwork : lockOut.perAccountAndNetwork;
  return {
    pair: { allowed: perPair, since: plusMs(at, -windowMs.pair) },
    strained: { allowed: Math.min(lockOut.strainedAccount, perAccount), since: plusMs(at, -windowMs.account) },
    account: { allowed: perAccount, since: plusMs(at, -windowMs.account) },
    network: { allowed: lockOut.perNetwork, since: plusMs(at, -windowMs.network) },
    lost: plusMs(at, -MINUTE),
  };
};

/** Milliseconds until every count allows another attempt; 0 if all do now. */
const waitMsOf = (standing: SignInStanding, at: Date): number => {
  const waitsMs = countKinds.map((count) => {
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

const keyPrefixes: Readonly<Record<AttemptKind, string>> = { password: '', code: 'second-factor:', recovery: 'recovery:' };

/** The account under which attempts of a kind are counted: a hash, because people enter passwords as emails by mistake. */
export const accountKeyOf = (email: string, kind: AttemptKind): string =>
  createHash('sha256').update(`${keyPrefixes[kind]}${email.trim().toLowerCase()}`).digest('hex').slice(0, 32);

/** Attempts that wait for undecided ones: the retry interval, the maximum number of tries, and the maximum number that may wait. */
const RETRY_MS = 50;
const MAX_TRIES = 200;
const MAX_WAITING = 50;
let waitingAttempts = 0;

type Deps = Pick<Services, 'store' | 'clock'>;
type AttemptSource = Readonly<{ email: string; origin: Pick<Origin, 'network' | 'deviceKeys'>; kind: AttemptKind }>;

/** Reserves an attempt; waits while undecided attempts use up the limit. */
const reserve = async ({ store, clock }: Deps, { email, origin, kind }: AttemptSource) => {
  const device = await store.sessions.knownDevice(email, origin.deviceKeys ?? []);
  const place = device === null ? origin.network : devicePlace(device);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const attempt = {
      accountKey: accountKeyOf(email, kind),
      email: email.trim().toLowerCase(),
      place,
      at: clock(),
    };
    const { id, standing } = await store.loginAttempts.reserve(attempt, windowsAt(attempt.at, kind));
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
export type PasswordCheck = Readonly<{ isRight: boolean; locked: readonly ('strained' | 'device' | (typeof countKinds)[number])[] }>;

/**
 * Runs `check` on a password or another answer if the account and the network have attempts left (contract limits.lockOut). The attempt
 * is recorded first, so that parallel guesses get no more attempts than sequential ones; only failures count (decisions 4.05). Attempts from a known device of
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
  const standing = await loginAttempts.fail(id, attempt, windowsAt(attempt.at, account.kind));
  if (isKnownDevice) return { isRight, locked: standing.pair === null ? [] : ['device'] };
  const reached = countKinds.filter((count) => standing[count] !== null && !(count === 'pair' && standing.strained));
  return { isRight, locked: standing.strained && !before.strained ? ['strained', ...reached] : reached };
};

/**
 * Counts a network's requests of a kind, for any address, separately from sign-ins, which they do not lock.
 * @throws Problem 429 with the time to wait
 */
export const countRequest = async ({ store, clock }: Deps, kind: RequestKind, network: string): Promise<void> => {
  const at = clock();
  const allowed = kind === 'single sign-on' ? lockOut.ssoPerNetwork : lockOut.perNetwork;
  const blocking = await store.loginAttempts.countRequest(kind, network, at, { allowed, since: plusMs(at, -windowMs.network) });
  if (blocking !== null) throw tooManyProblem(Date.parse(blocking) + windowMs.network - at.getTime(), messages.session.tooManyRequests);
};
