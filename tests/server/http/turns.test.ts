import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { buildApp } from '../../../server/app.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';
import { gate } from '../support/worlds/jobbing.ts';

const { atOnce, waiting } = limits.requests;
const PARALLEL = 60;
let server: TestApp;
let ann: string;
let bob: string;
beforeAll(async () => {
  server = await testApp();
  for (const name of ['ann', 'bob']) await server.add({ email: `${name}@example.test`, role: 'admin' });
  ann = (await server.signIn('ann@example.test')).access_token;
  bob = (await server.signIn('bob@example.test')).access_token;
});
afterAll(() => server.close());

/** An app over the same database whose slow route responds once `opened` resolves. */
const slowApp = async () => {
  const { opened, open } = gate();
  const counts = { running: 0, most: 0, begun: 0 };
  const app = buildApp({ db: server.db, clock: server.clock, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
  app.get('/slow', { config: { permission: 'analytics:read' } }, async () => {
    counts.begun += 1;
    counts.running += 1;
    counts.most = Math.max(counts.most, counts.running);
    await opened;
    counts.running -= 1;
    return { done: true };
  });
  app.get('/quick', { config: { permission: 'analytics:read' } }, async () => ({ done: true }));
  await app.ready();
  const get = (url: string, token: string): Promise<Answer> => app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return { app, counts, open, get };
};
const statuses = (answers: readonly Answer[]): Record<number, number> => {
  const counted: Record<number, number> = {};
  for (const { statusCode } of answers) counted[statusCode] = (counted[statusCode] ?? 0) + 1;
  return counted;
};

describe('parallel requests of one person', () => {
  it('are worked on a few at a time, wait up to a bound, and are 429 with Retry-After beyond it', async () => {
    const { app, counts, open, get } = await slowApp();
    const all = Array.from({ length: PARALLEL }, () => get('/slow', ann));
    await expect.poll(() => counts.running).toBe(atOnce);
    expect((await get('/quick', bob)).json()).toEqual({ done: true });
    await pause(200);
    open();
    const answers = await Promise.all(all);
    expect(statuses(answers)).toEqual({ 200: atOnce + waiting, 429: PARALLEL - atOnce - waiting });
    expect([counts.most, counts.begun]).toEqual([atOnce, atOnce + waiting]);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers['retry-after']).toBe('1');
    expect(refused?.json()).toEqual({
      message: `More than ${atOnce + waiting} of your requests are open at once. Try again in a moment.`,
      code: 'too_many_requests',
      request_id: expect.any(String),
    });
    expect((await get('/quick', ann)).statusCode).toBe(200);
    await app.close();
  });

  it('hold up nobody else’s list: 60 comparisons of ten years', async () => {
    const list = () => server.call('GET', '/api/v1/commissions?start_date=2026-11-01&end_date=2026-11-30&limit=25', { token: bob });
    const comparison = '/api/v1/analytics?start_date=2017-01-01&end_date=2026-12-31&by=person';
    let ended = 0;
    const all = Array.from({ length: PARALLEL }, () => server.call('GET', comparison, { token: ann }).finally(() => (ended += 1)));
    expect((await list()).statusCode).toBe(200);
    expect(ended).toBeLessThan(PARALLEL);
    expect(statuses(await Promise.all(all))[200]).toBeGreaterThanOrEqual(atOnce + waiting);
  });

  it('that were given up stay counted while they are worked on, and are skipped while they wait', async () => {
    const { app, counts, open } = await slowApp();
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${ann}` };
    const all = Array.from({ length: atOnce * 2 }, () => fetch(`${url}/slow`, { headers, signal: leaving.signal }).catch(() => null));
    await expect.poll(() => counts.running).toBe(atOnce);
    leaving.abort();
    await Promise.all(all);
    const later = fetch(`${url}/slow`, { headers });
    await pause(200);
    expect(counts.begun).toBe(atOnce);
    open();
    expect((await later).status).toBe(200);
    expect(counts.begun).toBe(atOnce + 1);
    await app.close();
  });
});

describe('streams', () => {
  it('take no turn while they are open', async () => {
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${ann}` };
    for (let open = 0; open < atOnce; open += 1)
      expect((await fetch(`${url}/api/v1/stream`, { headers, signal: leaving.signal })).status).toBe(200);
    expect((await fetch(`${url}/api/v1/auth/me`, { headers })).status).toBe(200);
    leaving.abort();
  });
});
