import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutgoing } from '../../../server/connectors/http/outgoing.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { openStore, type Store } from '../../../server/db/repositories/store.ts';
import type { Call, OutgoingOptions } from '../../../server/domain/connections/outgoing.ts';
import { respondWith, type StandIn, startStandIn } from '../support/standIn.ts';
import { MINUTE_MS, testClock } from '../support/testApp.ts';
import { freshDatabase, type TestDatabase, testDatabaseKind } from '../support/testDatabase.ts';

let db: TestDatabase;
let store: Store;
let standIn: StandIn;
let id: number;
let sleptMs: number[];
const clock = testClock();

beforeAll(async () => {
  db = await freshDatabase();
  store = openStore(db);
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.query.deleteFrom('connections').execute();
  const newConnection = { kind: 'mercury', name: 'Acme Bank', external_account: 'a-1' } as const;
  id = (await db.query.insertInto('connections').values(newConnection).returning('id').executeTakeFirstOrThrow()).id;
  standIn = await startStandIn();
  sleptMs = [];
});
afterEach(() => standIn.close());

const outgoing = (overrides: Partial<OutgoingOptions> = {}) =>
  createOutgoing({
    store,
    clock,
    connection: { id, name: 'Acme Bank' },
    baseUrl: `${standIn.url}/api/v1`,
    chance: () => 1,
    sleep: async (ms) => {
      sleptMs.push(ms);
      clock.advance(ms);
    },
    limits: { headersMs: 300, totalMs: 600, bytes: 1000 },
    ...overrides,
  });
const same = (body: unknown): unknown => body;
const get = (call: Partial<Call> = {}, overrides: Partial<OutgoingOptions> = {}) =>
  outgoing(overrides).json({ path: 'accounts', ...call }, same);
const journal = async () => (await store.calls.journal(id)).reverse().map(({ outcome, status, attempt }) => [outcome, status, attempt]);

describe('outgoing calls', () => {
  it('go to the configured address with their input, and return the parsed answer', async () => {
    const answer = await outgoing().json(
      { path: 'accounts', query: { limit: '5', q: 'a&b' }, headers: { authorization: 'Bearer x' } },
      (body) => (body as { ok: boolean }).ok,
    );
    expect(answer).toBe(true);
    expect(standIn.seen[0]).toMatchObject({
      method: 'GET',
      url: '/api/v1/accounts?limit=5&q=a%26b',
      headers: { authorization: 'Bearer x' },
    });
    expect(await journal()).toEqual([['ok', 200, 1]]);
  });

  it.each(['../../admin', '..%2f..%2fadmin/../../..', '/\\evil.test/x', '//evil.test/x', 'https://evil.test/x', '%2e%2e/%2e%2e/x'])(
    'cannot leave the base by the path %s',
    async (path) => {
      await get({ path }).catch(() => {});
      for (const { url, headers } of standIn.seen) {
        expect(url.startsWith('/api/v1/')).toBe(true);
        expect(headers.host).toBe(new URL(standIn.url).host);
      }
    },
  );

  it.each(['http://example.test', 'https://user:secret@example.test', 'ftp://127.0.0.1'])('are not sent to %s', (baseUrl) => {
    expect(() => outgoing({ baseUrl })).toThrow();
  });
});

describe('a vendor’s answer becomes one of six kinds, with a message for the administrator', () => {
  it.each([
    [401, 'auth_expired', 409],
    [403, 'permission', 409],
    [404, 'invalid_config', 409],
    [400, 'invalid_config', 409],
    [302, 'invalid_config', 409],
    [501, 'upstream_down', 503],
  ] as const)('%i is %s', async (theirs, kind, ours) => {
    standIn.next(
      ...Array.from({ length: 3 }, () => respondWith(theirs, { secret: 'their words' }, { location: `${standIn.url}/api/v1/elsewhere` })),
    );
    const failure = await get().catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind, status: ours, code: kind, message: expect.stringContaining('Acme Bank') });
    expect(String(failure)).not.toContain('their words');
    // Redirects are not followed.
    expect(standIn.seen.every(({ url }) => url === '/api/v1/accounts')).toBe(true);
  });

  it('unless the connector overrides it', async () => {
    standIn.next(respondWith(400, { error: 'invalid_grant' }));
    const classify = (status: number, text: string) =>
      status === 400 && text.includes('invalid_grant') ? ('auth_expired' as const) : null;
    await expect(get({}, { classify })).rejects.toMatchObject({ kind: 'auth_expired' });
  });

  it('invalid, unexpected or oversized JSON is bad_data and is not retried', async () => {
    standIn.next(respondWith(200, '{"cut":'), respondWith(200, {}), respondWith(200, 'x'.repeat(2000)));
    await expect(get()).rejects.toMatchObject({ kind: 'bad_data' });
    const read = () => {
      throw new Error('no accounts');
    };
    await expect(outgoing().json({ path: 'accounts' }, read)).rejects.toMatchObject({ kind: 'bad_data' });
    await expect(get()).rejects.toMatchObject({ kind: 'bad_data' });
    expect(standIn.seen).toHaveLength(3);
  });

  it('an answer that decompresses beyond the limit is cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    standIn.next((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    await expect(get({}, { limits: { headersMs: 2000, totalMs: 4000, bytes: 100_000 } })).rejects.toMatchObject({ kind: 'bad_data' });
  });
});

const ignore = (): void => {};
const sendHalfBody = (response: ServerResponse): void => {
  response.writeHead(200);
  response.write('{"a":');
};
const reset = (response: ServerResponse): void => void response.destroy();

describe('unresponsive vendors', () => {
  it.each([
    ['the headers time out', ignore],
    ['the body times out', sendHalfBody],
    ['the connection is reset', reset],
  ] as const)('when %s, reads are retried, writes are not', async (_name, behaviour) => {
    standIn.next(behaviour);
    expect(await get()).toEqual({ ok: true });
    expect(await journal()).toEqual([
      ['upstream_down', null, 1],
      ['ok', 200, 2],
    ]);
    standIn.next(behaviour);
    await expect(get({ method: 'POST', body: '{}' })).rejects.toMatchObject({ kind: 'upstream_down' });
    expect(standIn.seen).toHaveLength(3);
  });

  it('are retried three times with growing delays, then by the queue', async () => {
    standIn.next(respondWith(500), respondWith(502), respondWith(503));
    await expect(get()).rejects.toMatchObject({ kind: 'upstream_down', retryAfter: 60 });
    expect(sleptMs).toEqual([500, 1000]);
    expect(standIn.seen).toHaveLength(3);
  });

  it('aborting a job aborts its call, which does not count as a vendor failure', async () => {
    const ending = new AbortController();
    standIn.next(() => ending.abort(new Error('cancelled')));
    await expect(get({ signal: ending.signal })).rejects.toThrow('cancelled');
    expect(await store.calls.circuit(id)).toBeUndefined();
  });
});

describe('429', () => {
  it('is retried after the given seconds, even a write, which was not executed', async () => {
    standIn.next(respondWith(429, {}, { 'retry-after': '7' }));
    expect(await get({ method: 'POST', body: '{"a":1}' })).toEqual({ ok: true });
    expect(sleptMs).toEqual([7100]);
    expect(standIn.seen.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}']);
  });

  it('is retried at the given time', async () => {
    clock.set('2026-11-21T12:00:00Z');
    standIn.next(respondWith(429, {}, { 'retry-after': 'Sat, 21 Nov 2026 12:00:20 GMT' }));
    await get();
    expect(sleptMs).toEqual([20_100]);
  });

  it('for longer than a minute is left to the queue, and no instance calls meanwhile', async () => {
    standIn.next(respondWith(429, {}, { 'retry-after': '600' }));
    await expect(get()).rejects.toMatchObject({ kind: 'rate_limited', retryAfter: 600 });
    await expect(get()).rejects.toMatchObject({ kind: 'rate_limited' });
    expect(standIn.seen).toHaveLength(1);
    clock.advance(10 * MINUTE_MS);
    expect(await get()).toEqual({ ok: true });
  });

  it('with an invalid Retry-After uses the normal delay', async () => {
    standIn.next(respondWith(429, {}, { 'retry-after': 'soon' }));
    await get();
    expect(sleptMs).toEqual([500]);
  });
});

describe('circuit breaker', () => {
  it('opens after five failures in a row, lets one call try after a minute, and closes when it succeeds', async () => {
    standIn.next(...Array.from({ length: 7 }, () => respondWith(500)));
    for (let round = 0; round < 2; round += 1) await expect(get()).rejects.toMatchObject({ kind: 'upstream_down' });
    expect(standIn.seen).toHaveLength(5);
    await expect(get()).rejects.toMatchObject({ kind: 'upstream_down' });
    expect(standIn.seen).toHaveLength(5);
    clock.advance(MINUTE_MS);
    // The trial call fails, so the others still don't call.
    await expect(get()).rejects.toMatchObject({ kind: 'upstream_down' });
    expect(standIn.seen).toHaveLength(6);
    clock.advance(MINUTE_MS);
    standIn.next(respondWith(200, { ok: true }));
    await expect(get()).rejects.toMatchObject({ kind: 'upstream_down' });
    clock.advance(MINUTE_MS);
    expect(await get()).toEqual({ ok: true });
    expect(await store.calls.circuit(id)).toMatchObject({ state: 'closed', failures: 0 });
  });

  it('lets one of ten waiting calls try', async () => {
    standIn.next(...Array.from({ length: 5 }, () => respondWith(500)));
    for (let round = 0; round < 2; round += 1) await get().catch(() => {});
    clock.advance(MINUTE_MS);
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => get()));
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    const tried = standIn.seen.slice(5);
    expect(tried.length).toBe(answers.filter(({ status }) => status === 'fulfilled').length);
  });
});

describe('rate allowance of a connection', () => {
  it('is shared by all instances, and no window exceeds its limit', async () => {
    const other = testDatabaseKind() === 'postgres' ? await openDatabase(db.place) : null;
    const rules = [{ name: 'second', limit: 10, periodMs: 500 }];
    const real = { rules, sleep: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)), clock: () => new Date() };
    const instances = [outgoing(real), outgoing({ ...real, store: other ? openStore(other) : store })];
    const calls = Array.from({ length: 25 }, (_, index) => instances[index % 2]?.json({ path: 'accounts' }, same));
    await Promise.all(calls);
    const times = standIn.seen.map(({ at }) => at).sort((a, b) => a - b);
    expect(times).toHaveLength(25);
    // The last of 25 calls is allowed 23 sixteenths of a second after the first; with an allowance per instance it would be half of that.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1000);
    // On a busy machine allowed calls arrive with uneven delays; two allowances would let 20 through.
    const peak = Math.max(...times.map((from) => times.filter((timeMs) => timeMs >= from && timeMs < from + 450).length));
    expect(peak).toBeLessThanOrEqual(13);
    await other?.close();
  }, 20_000);

  it('leaves the call to the queue if none is free within a minute', async () => {
    const rules = [{ name: 'day', limit: 1, periodMs: 24 * 60 * MINUTE_MS }];
    await get({}, { rules });
    await expect(get({}, { rules })).rejects.toMatchObject({ kind: 'rate_limited', retryAfter: expect.any(Number) });
    expect(standIn.seen).toHaveLength(1);
  });

  it('takes one from each of several rules, or none', async () => {
    const [second, day] = [
      { name: 'second', limit: 100, periodMs: 60 * MINUTE_MS, burst: 2 },
      { name: 'day', limit: 1, periodMs: 24 * 60 * MINUTE_MS },
    ];
    await get({}, { rules: [day] });
    await get({}, { rules: [second, day] }).catch(() => {});
    await get({}, { rules: [second, day] }).catch(() => {});
    await get({}, { rules: [second] });
    await get({}, { rules: [second] });
    expect(sleptMs).toEqual([]);
  });
});

describe('call journal', () => {
  it('keeps the last hundred calls of a connection, with the vendor’s trace and without secrets', async () => {
    const secret = 'canary-7f3b9d1c';
    standIn.next(respondWith(200, { token: secret }, { intuit_tid: '1-abc-def', 'set-cookie': `a=${secret}` }));
    const headers = { authorization: `Bearer ${secret}` };
    const path = `company/123/user@${secret}.test/token=${secret}/${'x'.repeat(60)}?code=${secret}`;
    await get({ path, query: { code: secret }, headers, method: 'POST', body: secret });
    for (let call = 0; call < 104; call += 1) await get();
    const rows = await store.calls.journal(id);
    expect(rows).toHaveLength(100);
    expect(JSON.stringify(await db.query.selectFrom('call_journal').selectAll().execute())).not.toContain(secret);
    standIn.next(respondWith(200, {}, { intuit_tid: '1-abc-def' }));
    await get({ path });
    expect((await store.calls.journal(id))[0]).toMatchObject({
      method: 'GET',
      path: 'company/123/…/…/…',
      trace: '1-abc-def',
      outcome: 'ok',
    });
    expect(await db.query.selectFrom('call_journal').selectAll().execute()).toHaveLength(100);
  });
});
