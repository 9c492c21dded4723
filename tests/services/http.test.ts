import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHttp } from '../../src/services/http.ts';
import type { Tokens } from '../../src/services/tokens.ts';
import { tryTwice } from '../../src/services/tryTwice.ts';

const fetched = vi.fn<(url: string, options: RequestInit) => Promise<Response>>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  fetched.mockImplementation(async () => Response.json({ fine: true }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const httpWith = (token: string | null) => {
  const tokens: Partial<Tokens> = { access: () => token };
  return createHttp({ baseURL: 'http://provider.test', tokens: tokens as Tokens, renew: async () => null });
};
const bearer = (): string | null => new Headers(fetched.mock.calls[0]?.[1].headers).get('authorization');

describe('every call (spec 7.01)', () => {
  it('spec 7.01: sends the stored access token as a bearer token', async () => {
    await httpWith('secret')('/api/v1/auth/me');
    expect(bearer()).toBe('Bearer secret');
  });

  it('spec 7.01: sends no token without a stored one, or to sign in', async () => {
    await httpWith(null)('/api/v1/public/settings');
    expect(bearer()).toBeNull();
    fetched.mockClear();
    await httpWith('old')('/api/v1/auth/login', { method: 'POST', body: {}, anonymous: true });
    expect(bearer()).toBeNull();
  });

  it('spec 7.01: waits for its answer without a time limit', async () => {
    vi.useFakeTimers();
    let answer = (_: Response): void => {};
    fetched.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const settled = vi.fn();
    const call = httpWith('secret')('/api/v1/commissions').finally(settled);
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(settled).not.toHaveBeenCalled();
    expect(fetched.mock.calls[0]?.[1].signal?.aborted ?? false).toBe(false);
    answer(Response.json({ late: true }));
    expect(await call).toEqual({ late: true });
  });

  it('never settles after its signal aborts: an actor that StrictMode runs again would take that for its own failure', async () => {
    fetched.mockImplementation(
      (_, { signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const leaving = new AbortController();
    const settled = vi.fn();
    httpWith('secret')('/api/v1/events', { signal: leaving.signal }).then(settled, settled);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
    leaving.abort();
    await new Promise((passed) => setTimeout(passed, 20));
    expect(settled).not.toHaveBeenCalled();
  });
});

describe('decisions 3.06: a change that waits for another person', () => {
  it('is not an answer: the caller gets the message', async () => {
    const waiting = {
      code: 'waiting_for_approval',
      message: 'It waits for another person’s approval.',
      current: { approval_id: 'proposal-1' },
    };
    fetched.mockImplementation(async () => Response.json(waiting, { status: 202 }));
    const response = httpWith('secret')('/api/v1/invoices/1/assign', { method: 'POST', body: {} });
    await expect(response).rejects.toMatchObject({ status: 202, data: waiting });
  });
});

describe('decisions 8.05: a 200 answer that is not JSON', () => {
  const page = () => new Response('<!doctype html><title>Sign in</title>', { headers: { 'content-type': 'text/html' } });
  it.each([
    ['a page', page],
    ['a page that claims to be JSON', () => new Response('<html></html>', { headers: { 'content-type': 'application/json' } })],
    ['truncated JSON', () => new Response('{"data":[{"id":1', { headers: { 'content-type': 'application/json' } })],
    ['a word', () => new Response('OK', { headers: { 'content-type': 'text/plain' } })],
    ['an empty body', () => new Response('', { headers: { 'content-type': 'application/octet-stream' } })],
  ])('fails a read: %s', async (_name, answer) => {
    fetched.mockImplementation(async () => answer());
    await expect(httpWith('secret')('/api/v1/commissions')).rejects.toMatchObject({ status: 200 });
  });

  it('fails a write if it is a page; a word or an empty body is an answer that section 7 allows', async () => {
    const write = () => httpWith('secret')('/api/v1/users/7', { method: 'DELETE' });
    fetched.mockImplementation(async () => page());
    await expect(write()).rejects.toMatchObject({ status: 200 });
    fetched.mockImplementation(async () => new Response('OK', { headers: { 'content-type': 'text/plain' } }));
    expect(await write()).toBeUndefined();
    fetched.mockImplementation(async () => new Response(null, { status: 204 }));
    expect(await write()).toBeUndefined();
  });

  it('spec 8.03: reads the message of a refusal, but not from a page', async () => {
    fetched.mockImplementation(async () => Response.json({ message: 'Not today' }, { status: 400 }));
    await expect(httpWith('secret')('/api/v1/users')).rejects.toMatchObject({ status: 400, data: { message: 'Not today' } });
    fetched.mockImplementation(async () => new Response('<html></html>', { status: 502, headers: { 'content-type': 'text/html' } }));
    await expect(httpWith('secret')('/api/v1/users')).rejects.toMatchObject({ status: 502 });
  });
});

describe('a query (spec 9.01)', () => {
  it.each([
    ['is repeated once if the connection fails', new TypeError('offline'), 2],
    ['is repeated once on a server error', Object.assign(new Error('500'), { status: 500 }), 2],
    ['is not repeated if the server refused it', Object.assign(new Error('403'), { status: 403 }), 1],
  ])('spec 9.01: %s', async (_case, error, times) => {
    const ask = vi.fn(async () => Promise.reject(error));
    await expect(tryTwice(ask)).rejects.toBe(error);
    expect(ask).toHaveBeenCalledTimes(times);
  });

  const tooMany = (seconds: string | null) =>
    Object.assign(new Error('429'), { status: 429, response: new Response(null, { headers: seconds ? { 'retry-after': seconds } : {} }) });

  it('is repeated after the short wait that a 429 names', async () => {
    vi.useFakeTimers();
    const ask = vi.fn(async () => 'answer').mockRejectedValueOnce(tooMany('1'));
    const response = tryTwice(ask);
    await vi.advanceTimersByTimeAsync(999);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await response).toBe('answer');
  });

  it.each([null, '3600'])('is not repeated after a 429 whose Retry-After is %s', async (seconds) => {
    const error = tooMany(seconds);
    const ask = vi.fn(async () => Promise.reject(error));
    await expect(tryTwice(ask)).rejects.toBe(error);
    expect(ask).toHaveBeenCalledTimes(1);
  });
});

describe('a call refused without the second factor (decisions 4.16)', () => {
  const refuse = (code: string) =>
    fetched.mockImplementationOnce(async () => Response.json({ message: 'Confirm first.', code }, { status: 403 }));
  const approve = (confirmFactor: () => Promise<boolean>, onFactorDue = vi.fn()) => {
    const tokens = { access: () => 'secret' } as Partial<Tokens>;
    const http = createHttp({
      baseURL: 'http://provider.test',
      tokens: tokens as Tokens,
      renew: async () => null,
      confirmFactor,
      onFactorDue,
    });
    return http('/api/v1/payments/po-1/approve', { method: 'POST', body: { version: 1 } });
  };

  it('is repeated once, unchanged, after the user confirms', async () => {
    refuse('second_factor_needed');
    expect(await approve(async () => true)).toEqual({ fine: true });
    const [first, second] = fetched.mock.calls;
    expect(second).toEqual(first);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it('stays refused if the user declines or the second call is refused too', async () => {
    refuse('second_factor_needed');
    await expect(approve(async () => false)).rejects.toMatchObject({ status: 403 });
    expect(fetched).toHaveBeenCalledTimes(1);
    fetched.mockClear();
    for (let time = 0; time < 2; time += 1) refuse('second_factor_needed');
    const confirm = vi.fn(async () => true);
    await expect(approve(confirm)).rejects.toMatchObject({ status: 403 });
    expect([fetched.mock.calls.length, confirm.mock.calls.length]).toEqual([2, 1]);
  });

  it('asks nothing without a second factor: users are told what to do, and sent to set one up if they must', async () => {
    const [confirm, due] = [vi.fn(async () => true), vi.fn()];
    for (const code of ['second_factor_missing', 'forbidden', 'second_factor_required']) {
      refuse(code);
      await expect(approve(confirm, due)).rejects.toMatchObject({ data: { code } });
    }
    expect([confirm.mock.calls.length, due.mock.calls.length]).toEqual([0, 1]);
  });
});
