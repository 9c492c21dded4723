import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { Http } from '../../src/services/http.ts';
import { createLastSeen } from '../../src/services/lastSeen.ts';
import { withLastSeen } from '../../src/services/withLastSeen.ts';

const me = '/api/v1/auth/me';
const commissions = '/api/v1/commissions';
const query = { start_date: '2026-11-01', end_date: '2026-11-30', cursor: undefined };
const failure = (status?: number, data: unknown = { message: 'no' }) =>
  Object.assign(new Error('no'), status === undefined ? {} : { status, data });
const user = { id: '12', role: 'salesperson' };

/** The part of a browser's Cache Storage that is used. */
const fakeCaches = () => {
  const stored = new Map<string, Map<string, Response>>();
  const toCache = (entries: Map<string, Response>) => ({
    put: async (key: string, response: Response) => {
      entries.delete(key);
      entries.set(key, response);
    },
    match: async (key: string) => entries.get(key)?.clone(),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async (key: string | { url: string }) => entries.delete(typeof key === 'string' ? key : key.url),
  });
  return {
    stored,
    open: async (name: string) => {
      if (!stored.has(name)) stored.set(name, new Map());
      return toCache(stored.get(name) ?? new Map());
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  };
};

let caches: ReturnType<typeof fakeCaches>;
const server = vi.fn<(path: string, options?: object) => Promise<unknown>>();
const network = {
  answered: vi.fn(),
  restored: vi.fn(),
  lost: vi.fn(),
  isOffline: vi.fn(() => false),
  isAnswering: vi.fn(async () => false),
};
let time = '';
const now = () => time;
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
/** A page load: only the caches remain from the previous one. */
const visit = (userId: string | null, remembered: boolean) => {
  const lastSeen = createLastSeen({ caches: caches as unknown as CacheStorage, now, userId: remembered ? userId : null });
  return { lastSeen, http: withLastSeen({ send: server as Http, lastSeen, network }) };
};

beforeEach(() => {
  caches = fakeCaches();
  time = '2026-11-30T22:30:00.000Z';
  vi.clearAllMocks();
  network.isOffline.mockReturnValue(false);
});

afterEach(() => vi.useRealTimers());

const seen = async (remembered: boolean) => {
  const { lastSeen, http } = visit('12', remembered);
  await lastSeen.signIn(user, remembered);
  server.mockResolvedValueOnce({ rows: 7 });
  await http(commissions, { query });
  await settled();
  server.mockRejectedValue(failure());
  return { lastSeen, http };
};

describe('the last seen figures (decisions 8.09)', () => {
  it('return if the server gives no answer, with their time', async () => {
    const { http } = await seen(false);
    expect(await http(commissions, { query })).toEqual({ rows: 7 });
    expect(network.restored).toHaveBeenCalledWith(now());
  });

  it.each([401, 403, 500, 503])('do not replace an answer %s', async (status) => {
    const { http } = await seen(true);
    server.mockRejectedValue(failure(status));
    await expect(http(commissions, { query })).rejects.toMatchObject({ status });
    expect(network.restored).not.toHaveBeenCalled();
  });

  it.each([401, 403, 404])('decisions 8.09: are deleted once the server refuses them with %s', async (status) => {
    const { http } = await seen(true);
    server.mockRejectedValue(failure(status));
    await expect(http(commissions, { query })).rejects.toMatchObject({ status });
    await settled();
    server.mockRejectedValue(failure());
    await expect(http(commissions, { query })).rejects.toThrow('no');
    await expect(visit('12', true).http(commissions, { query })).rejects.toThrow('no');
  });

  it.each([
    ['a page with status 200', failure(200, null)],
    ['a 502 from a proxy', failure(502, '<html>')],
    ['a 504 without the server’s message', failure(504, null)],
  ])('decisions 8.09: return for %s, which the server did not send', async (_, error) => {
    const { http } = await seen(true);
    network.answered.mockClear();
    server.mockRejectedValue(error);
    expect(await http(commissions, { query })).toEqual({ rows: 7 });
    expect(network.answered).not.toHaveBeenCalled();
  });

  it('decisions 8.09: are deleted when the user’s role changes, in the open tab and on the next visit', async () => {
    const { http } = await seen(true);
    server.mockResolvedValueOnce({ ...user, role: 'finance' });
    await http(me);
    await settled();
    server.mockRejectedValue(failure());
    await expect(http(commissions, { query })).rejects.toThrow('no');
    await seen(true);
    const next = visit('12', true);
    await next.lastSeen.signIn({ ...user, role: 'manager' }, true);
    await expect(next.http(commissions, { query })).rejects.toThrow('no');
  });

  it('decisions 8.09: are no older than a remembered session', async () => {
    await seen(true);
    time = '2026-12-30T22:29:59.000Z';
    expect(await visit('12', true).http(commissions, { query })).toEqual({ rows: 7 });
    time = '2026-12-30T22:30:00.000Z';
    await expect(visit('12', true).http(commissions, { query })).rejects.toThrow('no');
  });

  it('decisions 8.09: are not stored while no user is known', async () => {
    const { http } = visit(null, false);
    server.mockResolvedValueOnce({ rows: 7 });
    await http(commissions, { query });
    server.mockRejectedValue(failure());
    await expect(http(commissions, { query })).rejects.toThrow('no');
  });

  it('answer only the same query, and no later page of a list', async () => {
    const { http } = await seen(true);
    await expect(http(commissions, { query: { ...query, start_date: '2026-10-01' } })).rejects.toThrow('no');
    server.mockResolvedValueOnce({ rows: 2 });
    await http(commissions, { query: { ...query, cursor: 'next' } });
    await settled();
    server.mockRejectedValue(failure());
    await expect(http(commissions, { query: { ...query, cursor: 'next' } })).rejects.toThrow('no');
  });

  it.each(['/api/v1/invoices', '/api/v1/users', '/api/v1/commissions/7', '/api/v1/events/3'])('do not include %s', async (path) => {
    const { http } = await seen(true);
    server.mockResolvedValueOnce({ secret: 1 });
    await http(path);
    server.mockRejectedValue(failure());
    await expect(http(path)).rejects.toThrow('no');
  });

  it('survive the visit only if the user chose Remember me', async () => {
    await seen(false);
    expect(caches.stored.size).toBe(0);
    await seen(true);
    expect([...caches.stored.keys()]).toEqual(['quotaboard-figures-12']);
    expect(await visit('12', true).http(commissions, { query })).toEqual({ rows: 7 });
  });

  it('are deleted at sign-out, on the device and in memory', async () => {
    const { lastSeen, http } = await seen(true);
    await lastSeen.forget();
    expect(caches.stored.size).toBe(0);
    await expect(http(commissions, { query })).rejects.toThrow('no');
  });

  it('are deleted when another user signs in, and never shown to them', async () => {
    await seen(true);
    const { lastSeen, http } = visit('13', true);
    await lastSeen.signIn({ id: '13' }, true);
    expect([...caches.stored.keys()].filter((name) => name !== 'quotaboard-figures-13')).toEqual([]);
    await expect(http(commissions, { query })).rejects.toThrow('no');
  });

  it('do not include an answer that arrives after the sign-out', async () => {
    const { lastSeen, http } = visit('12', true);
    await lastSeen.signIn({ id: '12' }, true);
    let answer = (_: unknown) => {};
    server.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const call = http(commissions, { query });
    await lastSeen.forget();
    await lastSeen.signIn({ id: '13' }, true);
    answer({ rows: 7 });
    await call;
    await settled();
    server.mockRejectedValue(failure());
    await expect(http(commissions, { query })).rejects.toThrow('no');
    expect([...caches.stored.values()].flatMap((entries) => [...entries.keys()])).toEqual(['/api/v1/auth/me?']);
  });

  it('include the signed-in user and the server’s features, which the app requests before a sign-in', async () => {
    const { lastSeen, http } = visit(null, false);
    server.mockResolvedValueOnce({ companyName: 'Acme' });
    await http('/api/v1/public/settings', { anonymous: true });
    await lastSeen.signIn({ id: '12' }, true);
    server.mockRejectedValue(failure());
    const later = visit('12', true).http;
    expect(await later('/api/v1/public/settings', { anonymous: true })).toEqual({ companyName: 'Acme' });
    expect(await later(me)).toEqual({ id: '12' });
  });

  it('keep at most two hundred answers', async () => {
    const { lastSeen, http } = visit('12', true);
    await lastSeen.signIn({ id: '12' }, true);
    server.mockResolvedValue({});
    for (let index = 0; index <= limits.network.maxAnswers; index += 1) await http(commissions, { query: { user_id: String(index) } });
    await settled();
    expect(caches.stored.get('quotaboard-figures-12')?.size).toBe(limits.network.maxAnswers);
  });

  it('work in the open tab if the browser has no storage for answers', async () => {
    const lastSeen = createLastSeen({ caches: undefined, now, userId: null });
    await lastSeen.signIn({ id: '12' }, true);
    const http = withLastSeen({ send: server as Http, lastSeen, network });
    server.mockResolvedValueOnce({ id: '12' }).mockRejectedValue(failure());
    await http(me);
    expect(await http(me)).toEqual({ id: '12' });
  });
});

describe('a browser that refuses storage', () => {
  it('decisions 8.09: still shows the last seen figures in the open tab', async () => {
    const refuse = async () => Promise.reject(new Error('quota'));
    const full = { keys: refuse, open: refuse, delete: refuse } as unknown as CacheStorage;
    const lastSeen = createLastSeen({ caches: full, now, userId: '12' });
    await lastSeen.signIn(user, true).catch(() => {});
    const http = withLastSeen({ send: server as Http, lastSeen, network });
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.mockResolvedValueOnce({ rows: 7 }).mockRejectedValue(failure());
    await http(commissions, { query });
    expect(await http(commissions, { query })).toEqual({ rows: 7 });
    expect(await http(me)).toEqual(user);
    warned.mockRestore();
  });
});

describe('a slow server', () => {
  const slow = async () => {
    const { http } = await seen(false);
    vi.useFakeTimers();
    let answer = (_: unknown) => {};
    server.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const call = http(commissions, { query });
    await vi.advanceTimersByTimeAsync(limits.network.patienceMs);
    return { call, answer };
  };

  it('decisions 8.09: is waited for while it answers other requests', async () => {
    network.isAnswering.mockResolvedValueOnce(true);
    const { call, answer } = await slow();
    answer({ rows: 8 });
    expect(await call).toEqual({ rows: 8 });
    expect(network.restored).not.toHaveBeenCalled();
  });

  it('decisions 8.09: counts as lost after four seconds if it answers nothing else, and returns with its late answer', async () => {
    const { call, answer } = await slow();
    expect(await call).toEqual({ rows: 7 });
    expect(network.restored).toHaveBeenCalledWith(now());
    network.answered.mockClear();
    answer({ rows: 8 });
    await vi.advanceTimersByTimeAsync(0);
    expect(network.answered).toHaveBeenCalled();
  });

  it('decisions 8.09: is waited for if nothing is stored', async () => {
    const { http } = visit(null, false);
    vi.useFakeTimers();
    let answer = (_: unknown) => {};
    server.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const call = http(commissions, { query });
    await vi.advanceTimersByTimeAsync(3 * limits.network.patienceMs);
    answer({ rows: 8 });
    expect(await call).toEqual({ rows: 8 });
    expect(network.lost).not.toHaveBeenCalled();
  });
});

describe('without a network', () => {
  it('decisions 8.09: still tries a sign-out', async () => {
    const { http } = visit(null, false);
    network.isOffline.mockReturnValue(true);
    server.mockResolvedValueOnce({});
    await http('/api/v1/auth/logout', { method: 'POST' });
    expect(server).toHaveBeenCalled();
  });

  it.each([me, '/api/v1/views', '/api/v1/events/views', '/api/v1/public/settings'])(
    'decisions 8.09: the stored answer of %s has no figures, so it sets no time',
    async (path) => {
      const { http } = await seen(false);
      server.mockResolvedValueOnce({ ...user, name: 'x' });
      await http(path);
      server.mockRejectedValue(failure());
      expect(await http(path)).toEqual({ ...user, name: 'x' });
      expect(network.restored).not.toHaveBeenCalled();
      expect(network.lost).toHaveBeenCalled();
    },
  );

  it('decisions 8.09: a page that stores nothing also tells the app', async () => {
    const { http } = visit(null, false);
    server.mockRejectedValue(failure());
    await expect(http('/api/v1/invoices')).rejects.toThrow('no');
    expect(network.lost).toHaveBeenCalled();
  });

  it('decisions 8.09: sends nothing, and the refusal says what happens to the input', async () => {
    const { http } = visit(null, false);
    network.isOffline.mockReturnValue(true);
    await expect(http('/api/v1/goals', { method: 'POST', body: {} })).rejects.toMatchObject({
      data: { message: messages.network.notSent },
    });
    expect(server).not.toHaveBeenCalled();
  });

  it('decisions 8.09: still tries to sign in and to refresh a token', async () => {
    const { http } = visit(null, false);
    network.isOffline.mockReturnValue(true);
    server.mockResolvedValueOnce({ token: 'at_1' });
    expect(await http('/api/v1/auth/login', { method: 'POST', anonymous: true })).toEqual({ token: 'at_1' });
    expect(network.answered).toHaveBeenCalled();
  });
});
