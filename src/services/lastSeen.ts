import { limits } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { getHttpStatus, type Http, type HttpOptions } from './http.ts';

type StoredAnswer = Readonly<{ body: unknown; at: string }>;

const PREFIX = 'figures-';
const ME = '/api/v1/auth/me?';
const AT = 'x-answered-at';

/** The answers that My Performance, Team Dashboard, Commissions, Payouts and Events begin with; a later page of a list has a cursor. */
const storedPaths =
  /^\/api\/v1\/(auth\/me|public\/settings|payouts(\/next|\/waiting)?|goals|activity|analytics\/performance|performance\/team|commissions|adjustments|events(\/views)?|views)$/;

/** The question that an answer belongs to; null if its answers are not stored. */
const questionOf = (path: string, { method = 'GET', query = {} }: HttpOptions): string | null => {
  const entries = Object.entries(query as Readonly<Record<string, unknown>>).filter(([, value]) => value !== undefined && value !== null);
  if (method !== 'GET' || !storedPaths.test(path) || entries.some(([name]) => name === 'cursor')) return null;
  return `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
};

type LastSeenParts = Readonly<{
  /** Undefined on pages without a secure connection. */
  caches: CacheStorage | undefined;
  now: () => string;
  /** The user whose session this device remembers. */
  userId: string | null;
}>;

/**
 * The last answers that one user saw (decisions 8.09): in memory for the open tab, and on the device if the session is remembered.
 * Never: show one user's answers to another.
 */
export const createLastSeen = ({ caches, now, userId }: LastSeenParts) => {
  let answers = new Map<string, StoredAnswer>();
  let owner = userId;
  let isOnDevice = userId !== null;
  const deleteOthers = async (): Promise<void> => {
    for (const name of (await caches?.keys()) ?? [])
      if (name.startsWith(PREFIX) && !(isOnDevice && name === `${PREFIX}${owner}`)) await caches?.delete(name);
  };
  const writeToDevice = async (question: string, { body, at }: StoredAnswer): Promise<void> => {
    const opened = answers;
    const cache = await caches?.open(`${PREFIX}${owner}`);
    if (opened !== answers) return deleteOthers();
    await cache?.put(question, Response.json(body, { headers: { [AT]: at } }));
    const questions = (await cache?.keys()) ?? [];
    for (const oldest of questions.slice(0, -limits.network.maxAnswers)) await cache?.delete(oldest);
  };
  const readFromDevice = async (question: string): Promise<StoredAnswer | null> => {
    const cache = isOnDevice ? await caches?.open(`${PREFIX}${owner}`) : undefined;
    const response = await cache?.match(question);
    return response ? { body: await response.json(), at: response.headers.get(AT) ?? '' } : null;
  };
  const restore = async (question: string): Promise<StoredAnswer | null> => answers.get(question) ?? readFromDevice(question);
  const setOwner = (userId: string | null, isRemembered: boolean): Promise<void> => {
    // The first answers of a visit arrive before its user is known.
    if (owner !== null && owner !== userId) answers = new Map();
    owner = userId;
    isOnDevice = isRemembered;
    return deleteOthers();
  };
  return {
    /** A user is signed in: deletes the answers of all others. A sign-in answers who the user is, so that is stored, too. */
    begin: async (user: Readonly<{ id: string }>, isRemembered: boolean): Promise<void> => {
      await setOwner(user.id, isRemembered);
      if ((await restore(ME)) === null) answers.set(ME, { body: user, at: now() });
      if (isOnDevice) for (const [question, answer] of answers) await writeToDevice(question, answer);
    },
    forget: (): Promise<void> => setOwner(null, false),
    /** The store of this moment: an answer that arrives after a change of users is dropped. */
    open: () => {
      const opened = answers;
      return async (question: string, body: unknown): Promise<void> => {
        if (opened !== answers) return;
        const answer = { body, at: now() };
        answers.delete(question);
        answers.set(question, answer);
        for (const oldest of [...answers.keys()].slice(0, -limits.network.maxAnswers)) answers.delete(oldest);
        if (isOnDevice) await writeToDevice(question, answer);
      };
    },
    restore,
  };
};
export type LastSeen = ReturnType<typeof createLastSeen>;

type NetworkPort = Readonly<{ answered: () => void; restored: (at: string) => void; isOffline: () => boolean }>;

/**
 * Stores answers, and returns the stored one if the server gives none.
 * @throws at once for a change while the network is known to be lost; its message says that nothing was sent
 */
export const withLastSeen =
  ({ send, lastSeen, network }: Readonly<{ send: Http; lastSeen: LastSeen; network: NetworkPort }>): Http =>
  async <Data>(path: string, options: HttpOptions = {}): Promise<Data> => {
    const isChange = (options.method ?? 'GET') !== 'GET' && !options.anonymous;
    if (isChange && network.isOffline()) throw Object.assign(new Error('offline'), { data: { message: messages.network.notSent } });
    const question = questionOf(path, options);
    const store = lastSeen.open();
    try {
      const body = await send<Data>(path, options);
      network.answered();
      if (question !== null) void store(question, body).catch((error: unknown) => console.warn(error));
      return body;
    } catch (error) {
      if (getHttpStatus(error) !== null) network.answered();
      const stored = question === null || getHttpStatus(error) !== null ? null : await lastSeen.restore(question).catch(() => null);
      if (stored === null) throw error;
      network.restored(stored.at);
      return stored.body as Data;
    }
  };
