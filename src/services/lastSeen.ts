import { limits } from '../../contract/limits.ts';
import { isFields } from './answers/read.ts';
import type { HttpOptions } from './http.ts';

type StoredAnswer = Readonly<{ body: unknown; at: string }>;

const PREFIX = 'quotaboard-figures-';
const ME = '/api/v1/auth/me?';
const ANSWERED_AT_HEADER = 'x-answered-at';
const MAX_AGE_MS = limits.auth.rememberedRefreshDays * 86_400_000;

/**
 * The paths of the figures that My Performance, Team Dashboard, Commissions, Payouts and Events show first; later pages of a list have a
 * cursor.
 */
const figurePaths =
  /^\/api\/v1\/(payouts(\/next|\/waiting)?|goals|activity|analytics\/performance|performance\/team|commissions|adjustments|events)$/;
/** The user, settings and views that those pages also load. */
const framePaths = /^\/api\/v1\/(auth\/me|public\/settings|(events\/)?views)$/;
/** Requests sent before the visit's user is known. */
const requestsBeforeUser = /^\/api\/v1\/(auth\/me|public\/settings)\?/;

export const hasFigures = (path: string): boolean => figurePaths.test(path);

/** The key under which a request's answer is stored; null if it is not stored. */
export const toStoredQuestion = (path: string, { method = 'GET', query = {} }: HttpOptions): string | null => {
  const entries = Object.entries(query as Readonly<Record<string, unknown>>).filter(([, value]) => value !== undefined && value !== null);
  if (method !== 'GET' || !(hasFigures(path) || framePaths.test(path)) || entries.some(([name]) => name === 'cursor')) return null;
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
};

const roleOf = (user: unknown): unknown => (isFields(user) ? user.role : undefined);

/** The answers of one user in the browser's storage. */
const createDeviceStorage = (caches: CacheStorage | undefined) => ({
  deleteAllBut: async (userId: string | null): Promise<void> => {
    for (const name of (await caches?.keys()) ?? [])
      if (name.startsWith(PREFIX) && name !== `${PREFIX}${userId}`) await caches?.delete(name);
  },
  write: async (userId: string, question: string, { body, at }: StoredAnswer): Promise<void> => {
    const cache = await caches?.open(`${PREFIX}${userId}`);
    await cache?.put(question, Response.json(body, { headers: { [ANSWERED_AT_HEADER]: at } }));
    const questions = (await cache?.keys()) ?? [];
    for (const oldest of questions.slice(0, -limits.network.maxAnswers)) await cache?.delete(oldest);
  },
  read: async (userId: string, question: string): Promise<StoredAnswer | null> => {
    const response = await (await caches?.open(`${PREFIX}${userId}`))?.match(question);
    return response ? { body: await response.json(), at: response.headers.get(ANSWERED_AT_HEADER) ?? '' } : null;
  },
  remove: async (userId: string, question: string): Promise<void> => {
    await (await caches?.open(`${PREFIX}${userId}`))?.delete(question);
  },
});

type LastSeenParts = Readonly<{
  /** Undefined on pages without a secure connection. */
  caches: CacheStorage | undefined;
  now: () => string;
  /** The user whose session this device remembers. */
  userId: string | null;
}>;

/**
 * The last answers that one user saw (decisions 8.09): in memory for the open tab, and on the device if the session is remembered.
 * Never: show one user's answers to another, or to the same user in another role.
 */
export const createLastSeen = ({ caches, now, userId }: LastSeenParts) => {
  const device = createDeviceStorage(caches);
  let answers = new Map<string, StoredAnswer>();
  let owner = userId;
  /** The user whose answers are on the device; null if there are none. */
  let remembered = userId;
  const write = async (question: string, answer: StoredAnswer): Promise<void> => {
    const [user, initialAnswers] = [remembered, answers];
    if (user === null) return;
    await device.write(user, question, answer);
    // The user may have signed out meanwhile.
    if (initialAnswers !== answers) await device.deleteAllBut(remembered);
  };
  const storeAnswer = (question: string, body: unknown): Promise<void> => {
    const answer = { body, at: now() };
    answers.delete(question);
    answers.set(question, answer);
    for (const oldest of [...answers.keys()].slice(0, -limits.network.maxAnswers)) answers.delete(oldest);
    return write(question, answer);
  };
  const restore = async (question: string): Promise<StoredAnswer | null> => {
    const inMemory = answers.get(question);
    const answer = inMemory ?? (remembered === null ? null : await device.read(remembered, question).catch(() => null));
    return answer !== null && Date.parse(now()) - Date.parse(answer.at) < MAX_AGE_MS ? answer : null;
  };
  const setOwner = (user: string | null, isRemembered: boolean): void => {
    // The first answers of a visit arrive before the user is known.
    if (owner !== null && owner !== user) answers = new Map();
    owner = user;
    remembered = isRemembered ? user : null;
  };
  /** Deletes answers received under another role, because the new one may see less. */
  const setUser = async (user: unknown, isCurrent: () => boolean): Promise<void> => {
    const previous = await restore(ME);
    if (!isCurrent()) return;
    if (previous !== null && roleOf(previous.body) !== roleOf(user)) {
      answers = new Map();
      await device.deleteAllBut(null);
    }
    await storeAnswer(ME, user);
  };
  return {
    /** Deletes the answers of all other users and stores the signed-in user. */
    signIn: async (user: Readonly<{ id: string; role?: string }>, isRemembered: boolean): Promise<void> => {
      setOwner(user.id, isRemembered);
      const initialAnswers = answers;
      const previous = await restore(ME);
      if (initialAnswers !== answers) return;
      if (previous === null || roleOf(previous.body) !== user.role) await setUser(user, () => true).catch(() => {});
      await device.deleteAllBut(remembered);
      for (const [question, answer] of answers) await write(question, answer);
    },
    forget: (): Promise<void> => {
      setOwner(null, false);
      return device.deleteAllBut(null);
    },
    /** Returns a function that stores answers for the current user, and drops them once another user has signed in. */
    createStore: () => {
      const initialAnswers = answers;
      const isCurrent = (): boolean => initialAnswers === answers;
      return async (question: string, body: unknown): Promise<void> => {
        if (!isCurrent() || (owner === null && !requestsBeforeUser.test(question))) return;
        await (question === ME ? setUser(body, isCurrent) : storeAnswer(question, body));
      };
    },
    /** Call when the server refuses this question. */
    remove: async (question: string): Promise<void> => {
      answers.delete(question);
      if (remembered !== null) await device.remove(remembered, question);
    },
    restore,
  };
};
export type LastSeen = ReturnType<typeof createLastSeen>;
