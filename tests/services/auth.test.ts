import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAuth } from '../../src/services/auth.ts';
import type { Http } from '../../src/services/http.ts';
import { createTokens } from '../../src/services/tokens.ts';

const failure = (status: number | null) => Object.assign(new Error('no'), status === null ? {} : { status });
const http = vi.fn<(path: string, options?: object) => Promise<unknown>>();
let stored: Map<string, string>;
let storage: Storage;
let auth: ReturnType<typeof createAuth>;

beforeEach(() => {
  vi.stubGlobal('navigator', {});
  stored = new Map([
    ['token', 'at_1'],
    ['refresh_token', 'rt_1'],
  ]);
  storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
  auth = createAuth(http as Http, createTokens(storage, new EventTarget()));
});
afterEach(() => {
  vi.unstubAllGlobals();
  http.mockReset();
});

describe('the current user', () => {
  it.each([null, 500, 503])('spec 7.05: is requested once more after %s, and no third time', async (status) => {
    http.mockRejectedValue(failure(status));
    await expect(auth.me()).rejects.toMatchObject({ message: 'no' });
    expect(http.mock.calls).toEqual([
      ['/api/v1/auth/me', {}],
      ['/api/v1/auth/me', {}],
    ]);
  });

  it('spec 7.05: arrives with the second try', async () => {
    http.mockRejectedValueOnce(failure(503)).mockResolvedValueOnce({ id: '7' });
    expect(await auth.me()).toMatchObject({ id: '7' });
  });

  it('spec 7.35: a 401 after the refresh is not retried', async () => {
    http.mockRejectedValue(failure(401));
    await expect(auth.me()).rejects.toMatchObject({ status: 401 });
    expect(http).toHaveBeenCalledTimes(1);
  });

  it('is not requested again once nobody waits for it', async () => {
    const controller = new AbortController();
    http.mockImplementation(async () => {
      controller.abort();
      throw failure(null);
    });
    await expect(auth.me(controller.signal)).rejects.toMatchObject({ message: 'no' });
    expect(http).toHaveBeenCalledTimes(1);
  });
});

describe('the exchange of a refresh token', () => {
  it('spec 7.35: is called once, with the stored refresh token, and stores the answer', async () => {
    http.mockResolvedValue({ access_token: 'at_2' });
    expect(await auth.exchange('at_1')).toEqual({ token: 'at_2' });
    expect(http.mock.calls).toEqual([['/api/v1/auth/refresh', { method: 'POST', body: { refresh_token: 'rt_1' }, anonymous: true }]]);
    expect(Object.fromEntries(stored)).toEqual({ token: 'at_2', refresh_token: 'rt_1' });
  });

  it.each([null, 401, 503])('spec 7.35: throws the server’s error: %s', async (status) => {
    http.mockRejectedValue(failure(status));
    await expect(auth.exchange('at_1')).rejects.toMatchObject({ message: 'no' });
    expect(http).toHaveBeenCalledTimes(1);
  });

  it('spec 7.35: the refusal of a token no longer stored ends nothing: a user who signed in meanwhile stays signed in', async () => {
    http.mockImplementation(async () => {
      stored = new Map([
        ['token', 'at_9'],
        ['refresh_token', 'rt_9'],
      ]);
      throw failure(401);
    });
    expect(await auth.exchange('at_1')).toEqual({ token: 'at_9' });
  });
});

describe('single sign-on', () => {
  it("decisions 4.15: opens the issuer's page, if it is a web address", async () => {
    http.mockResolvedValueOnce({ url: 'https://login.example.test/auth' });
    expect(await auth.beginSso({ remember_me: false, return_to: null })).toEqual({ url: 'https://login.example.test/auth' });
    http.mockResolvedValueOnce({ url: 'https://login.example.test/out' });
    expect(await auth.logout()).toEqual({ url: 'https://login.example.test/out' });
  });

  it('decisions 8.09: remembers no user before the issuer has named them', async () => {
    const tokens = createTokens(storage, new EventTarget());
    http.mockResolvedValueOnce({ url: 'https://login.example.test/auth' });
    await auth.beginSso({ remember_me: true, return_to: null });
    expect(tokens.rememberedUser()).toBeNull();
    http.mockResolvedValue({ user: { id: '7' }, access_token: 'at_2' });
    await auth.finishSso();
    expect(tokens.rememberedUser()).toBe('7');
    await auth.finishSso();
    expect(tokens.rememberedUser()).toBeNull();
  });

  it.each([[{}], [null], [{ url: 'javascript:alert(1)' }], [{ url: '/login' }], [{ url: 5 }]])('opens nothing for %j', async (answer) => {
    http.mockResolvedValue(answer);
    await expect(auth.beginSso({ remember_me: false, return_to: null })).rejects.toThrow('the answer names no sign-in page');
    expect(await auth.logout()).toEqual({ url: null });
  });
});

describe('decisions 4.16: the second step of a sign-in', () => {
  it('stores nothing for a user who went back to sign-in', async () => {
    const abort = new AbortController();
    const session = { access_token: 'at_2', refresh_token: 'rt_2', user: {} };
    http.mockImplementationOnce(async () => {
      abort.abort();
      return session;
    });
    const challenge = { token: 'sf_1', methods: ['code'] as const, passkey: null };
    const reply = { kind: 'code', typed: '123456' } as const;
    await expect(auth.finishLogin({ challenge, reply }, abort.signal)).rejects.toThrow();
    expect(http.mock.calls[0]?.[1]).toMatchObject({ signal: abort.signal });
    expect([...stored.values()]).toEqual(['at_1', 'rt_1']);
  });
});
