import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { environmentOf, occupyPort, type Started, startProcess, stop } from '../support/process.ts';
import { freshPlace, testDatabaseKind } from '../support/testDatabase.ts';

const running: Started[] = [];
const removals: (() => Promise<void>)[] = [];
const start = (args: string[], env: Record<string, string>): Started => {
  const started = startProcess(args, env);
  running.push(started);
  return started;
};
const place = async (): Promise<Record<string, string>> => {
  const { place: where, remove } = await freshPlace();
  removals.push(remove);
  return environmentOf(where);
};
afterEach(async () => {
  for (const started of running.splice(0)) if (started.child.exitCode === null) await stop(started);
});
afterAll(async () => {
  for (const remove of removals) await remove();
});

const post = (address: string, path: string, body: unknown) =>
  fetch(`${address}/api/v1/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
/** Sends the first half of a sign-in: the request is in progress until `finish`. */
const startHalfSent = async (address: string, body: unknown): Promise<{ status: Promise<number>; finish: () => void }> => {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const sent = request(`${address}/api/v1/auth/login`, { method: 'POST', headers });
  const status = new Promise<number>((resolve, reject) => {
    sent.on('response', (answer) => resolve(answer.statusCode ?? 0));
    sent.on('error', reject);
  });
  sent.write(text.slice(0, 5));
  await sleep(300);
  return { status, finish: () => void sent.end(text.slice(5)) };
};
const refused = async (started: Started): Promise<string> => {
  expect(await started.exit).toBe(1);
  expect(started.out()).not.toContain('ready');
  expect(started.err().trim()).toMatch(/^[^\n]+\.$/);
  return started.err().trim();
};

describe('a refused start', { timeout: 90_000 }, () => {
  it('bad input: prints one sentence for a port in use and exits with 1', async () => {
    const { port, release } = await occupyPort();
    const sentence = await refused(start([], { ...(await place()), PORT: String(port) }));
    expect(sentence).toBe(`Port ${port} is in use: stop what uses it, or set PORT to another.`);
    release();
  });

  it('bad input: prints one sentence for an unresponsive DATABASE_URL, without the password, and exits with 1', async () => {
    const { port, release } = await occupyPort();
    release();
    const env = { PORT: '0', DATABASE_URL: `postgres://someone:hunter2@127.0.0.1:${port}/sales` };
    const sentence = await refused(start([], env));
    expect(sentence).toContain('DATABASE_URL');
    expect(sentence).not.toContain('hunter2');
  });

  it('names the variable with an invalid value', async () => {
    expect(await refused(start([], { PORT: 'many' }))).toBe('PORT must be a whole number from 0 to 65535, not "many".');
    expect(await refused(start([], { ...(await place()), HOST: '192.0.2.77', ALLOW_HTTP: '1' }))).toContain('HOST is 192.0.2.77');
  });

  it('bad input: refuses a second process on one data directory, and the first continues', async () => {
    if (testDatabaseKind() !== 'embedded') return;
    const env = await place();
    const first = start([], env);
    const address = await first.ready;
    expect(await refused(start([], env))).toContain(env.DATA_DIR);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });
});

describe('production', { timeout: 90_000 }, () => {
  it('decisions 9.01: creates the first administrator with admin:create, who signs in, and stops on SIGTERM with 0', async () => {
    const env = await place();
    const admin = { ADMIN_EMAIL: 'boss@example.test', ADMIN_PASSWORD: 'four clouds over a lake' };
    const made = start(['admin:create'], { ...env, ...admin });
    expect(await made.exit).toBe(0);
    expect(made.out()).toContain('boss@example.test can sign in as an administrator.');
    expect(await refused(start(['admin:create'], { ...env, ...admin }))).toBe('boss@example.test already has an account.');
    expect(await refused(start(['admin:create'], { ...env, ...admin, ADMIN_EMAIL: 'nobody' }))).toBe('Email must be a valid email.');
    expect(await refused(start(['admin:create'], env))).toContain('ADMIN_EMAIL');

    const server = start([], env);
    const address = await server.ready;
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const login = { email: 'boss@example.test', password: 'four clouds over a lake' };
    expect((await post(address, 'auth/login', login)).status).toBe(200);

    const { status, finish } = await startHalfSent(address, login);
    const exit = stop(server);
    await sleep(300);
    finish();
    expect(await status).toBe(200);
    expect(await exit).toBe(0);
    expect(server.out()).not.toMatch(/Demo accounts|demo\.test/);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });
});

describe('demo mode', { timeout: 180_000 }, () => {
  it('decisions 9.01: loads the company, prints six accounts and one ready line, keeps its data on a second start, and is not production', async () => {
    const env = await place();
    const first = start(['--demo'], env);
    const address = await first.ready;
    const lines = first.out().trim().split('\n');
    expect(lines.filter((line) => line.startsWith('ready '))).toHaveLength(1);
    expect(lines.at(-1)).toBe(`ready ${address}`);
    expect(first.out()).toContain('password try-quotaboard-26');
    const emails = ['admin', 'vp', 'manager', 'sales', 'finance', 'events'].map((name) => `${name}@demo.test`);
    for (const email of emails) {
      expect(lines.filter((line) => line.includes(email))).toHaveLength(1);
      const answer = await post(address, 'auth/login', { email, password: 'try-quotaboard-26' });
      expect(answer.status).toBe(200);
    }
    expect(await stop(first)).toBe(0);

    const second = start(['--demo'], { ...env, DEMO_PASSWORD: 'another password here' });
    await second.ready;
    expect(second.out()).not.toContain('Demo company:');
    expect(second.out()).toContain('Demo accounts (their password is the one of the first start):');
    expect(await stop(second)).toBe(0);

    expect(await refused(start([], env))).toContain('holds the demo company, whose passwords are public');
  });

  it('decisions 9.01: never mixes the demo company into a real one', async () => {
    const env = await place();
    const admin = { ADMIN_EMAIL: 'boss@example.test', ADMIN_PASSWORD: 'four clouds over a lake' };
    expect(await start(['admin:create'], { ...env, ...admin }).exit).toBe(0);
    expect(await refused(start(['--demo'], env))).toContain('holds a company of its own');
  });
});
