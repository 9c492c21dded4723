import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { buildApp } from '../../../server/app.ts';
import { type Answer, PASSWORD, type TestApp, testApp } from '../support/testApp.ts';
import { createGate } from '../support/worlds/jobs.ts';

const { atOnce, waiting, heavyAtOnce } = limits.requests;
const PARALLEL = 60;
let server: TestApp;
let ann: string;
let bob: string;
let cara: string;
beforeAll(async () => {
  server = await testApp();
  for (const name of ['ann', 'bob', 'cara']) await server.add({ email: `${name}@example.test`, role: 'admin' });
  ann = (await server.signIn('ann@example.test')).access_token;
  bob = (await server.signIn('bob@example.test')).access_token;
  cara = (await server.signIn('cara@example.test')).access_token;
});
afterAll(() => server.close());

/** An app on the same database whose slow route responds once `opened` resolves. */
const slowApp = async () => {
  const { opened, open } = createGate();
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
  it('run a few at a time, queue up to a bound, and are 429 with Retry-After beyond it', async () => {
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

  it('do not block other people’s lists: 60 comparisons of ten years', async () => {
    const list = () => server.call('GET', '/api/v1/commissions?start_date=2026-11-01&end_date=2026-11-30&limit=25', { token: bob });
    const comparison = '/api/v1/analytics?start_date=2017-01-01&end_date=2026-12-31&by=person';
    let ended = 0;
    const all = Array.from({ length: PARALLEL }, () => server.call('GET', comparison, { token: ann }).finally(() => (ended += 1)));
    expect((await list()).statusCode).toBe(200);
    expect(ended).toBeLessThan(PARALLEL);
    expect(statuses(await Promise.all(all))[200]).toBeGreaterThanOrEqual(heavyAtOnce + waiting);
  });

  it('count while running after being aborted, and are skipped if still queued', async () => {
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

/** An app whose heavy route records whose calls are running, and responds once that caller's gate opens. */
const heavyApp = async () => {
  const gates = { ann: createGate(), bob: createGate(), cara: createGate() };
  const running: string[] = [];
  let most = 0;
  const app = buildApp({ db: server.db, clock: server.clock, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
  app.get('/heavy/:name', { config: { permission: 'analytics:read', weight: 'heavy' } }, async ({ params }) => {
    const { name } = params as { name: keyof typeof gates };
    running.push(name);
    most = Math.max(most, running.length);
    await gates[name].opened;
    running.splice(running.indexOf(name), 1);
    return { done: name };
  });
  app.get('/quick', { config: { permission: 'analytics:read' } }, async () => ({ done: true }));
  await app.ready();
  const get = (url: string, token: string): Promise<Answer> => app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return { app, gates, running, get, most: () => most };
};

describe('heavy calls', () => {
  it('decisions 1.08: run one at a time for a person, whose other calls do not wait', async () => {
    const { app, gates, running, get, most } = await heavyApp();
    const all = Array.from({ length: PARALLEL }, () => get('/heavy/ann', ann));
    await expect.poll(() => running).toEqual(['ann']);
    expect((await get('/quick', bob)).json()).toEqual({ done: true });
    await pause(100);
    expect(running).toEqual(['ann']);
    gates.ann.open();
    expect(statuses(await Promise.all(all))).toEqual({ 200: 1 + 28, 429: PARALLEL - 29 });
    expect(most()).toBe(1);
    expect((await get('/quick', ann)).statusCode).toBe(200);
    await app.close();
  });

  it('decisions 1.08: of one person leave three slots for light ones', async () => {
    const { app, gates, running, get } = await heavyApp();
    const all = Array.from({ length: 10 }, () => get('/heavy/ann', ann));
    await expect.poll(() => running).toEqual(['ann']);
    expect((await get('/quick', ann)).json()).toEqual({ done: true });
    gates.ann.open();
    expect(statuses(await Promise.all(all))).toEqual({ 200: 10 });
    await app.close();
  });

  it('decisions 1.08: run two at a time overall, and alternate between people', async () => {
    const { app, gates, running, get } = await heavyApp();
    const first = [get('/heavy/ann', ann), get('/heavy/ann', ann)];
    await expect.poll(() => running).toEqual(['ann']);
    const second = get('/heavy/bob', bob);
    await expect.poll(() => running).toEqual(['ann', 'bob']);
    const third = get('/heavy/cara', cara);
    await pause(100);
    expect(running).toEqual(['ann', 'bob']);
    gates.bob.open();
    await second;
    await expect.poll(() => running).toEqual(['ann', 'cara']);
    gates.cara.open();
    gates.ann.open();
    expect(statuses(await Promise.all([...first, third]))).toEqual({ 200: 3 });
    await app.close();
  });

  it('decisions 1.08: are those that read or compute a whole range', async () => {
    const heavy: string[] = [];
    const app = buildApp({ db: server.db, clock: server.clock, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
    app.addHook('onRoute', ({ config, method, url }) => void (config?.weight === 'heavy' && heavy.push(`${method} ${url}`)));
    await app.ready();
    expect(heavy.sort()).toEqual([
      'GET /api/v1/analytics',
      'GET /api/v1/commissions/comparison',
      'GET /api/v1/flows',
      'GET /api/v1/forecast',
      'GET /api/v1/forecast/costs',
      'GET /api/v1/users/me/export',
      'POST /api/v1/settings/general/preview',
      'POST /api/v1/users/:id/impact',
    ]);
    await app.close();
  });
});

describe('API tokens of one person', () => {
  it('decisions 1.08: share one queue, separate from the person’s own calls', async () => {
    const { app, counts, open, get } = await slowApp();
    const token = async (name: string): Promise<string> => {
      const body = { name, scopes: ['read:pay'], expires_in_days: 1, current_password: PASSWORD };
      return (await server.call('POST', '/api/v1/tokens', { token: ann, body })).json().secret;
    };
    const [one, two] = [await token('One'), await token('Two')];
    const all = Array.from({ length: atOnce }, (_, index) => get('/slow', index % 2 === 0 ? one : two));
    await expect.poll(() => counts.running).toBe(atOnce);
    all.push(get('/slow', two));
    await pause(100);
    expect(counts.running).toBe(atOnce);
    expect((await get('/quick', ann)).json()).toEqual({ done: true });
    open();
    expect(statuses(await Promise.all(all))).toEqual({ 200: atOnce + 1 });
    await app.close();
  });
});

describe('streams', () => {
  it('use no slot while open', async () => {
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${ann}` };
    for (let open = 0; open < atOnce; open += 1)
      expect((await fetch(`${url}/api/v1/stream`, { headers, signal: leaving.signal })).status).toBe(200);
    expect((await fetch(`${url}/api/v1/auth/me`, { headers })).status).toBe(200);
    leaving.abort();
  });
});
