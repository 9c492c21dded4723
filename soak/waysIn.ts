/**
 * The longest way to get started: a cluster on empty machines, by the steps of docs/operations.md. A new PostgreSQL, the first admin, two
 * instances of `npm run serve` behind the proxy of deploy/haproxy.cfg, a sign-in that both know, and one of them stopped while calls go on.
 * Expected: ready within five minutes, and no call is refused meanwhile. The other four ways are timed by `npm test`
 * (tests/server/operations/waysIn.test.ts, tests/e2e/session/sso.test.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, privatePostgres } from './support/postgres.ts';
import { startProxy } from './support/proxy.ts';
import { ask, json, KEY, type Started, startServer, throughNpm } from './support/server.ts';

const LIMIT_MS = 5 * 60_000;
const CALLS_MS = 6000;
const admin = { email: 'boss@example.test', password: 'four clouds over a lake' };
const root = fileURLToPath(new URL('..', import.meta.url));
const wrong: string[] = [];
const expect = (label: string, actual: unknown, expected: unknown): void => {
  if (actual !== expected) wrong.push(`${label}: ${String(actual)} instead of ${String(expected)}`);
};
const startedAt = performance.now();
const place = mkdtempSync(join(tmpdir(), 'quotaboard-soak-'));
const postgres = await privatePostgres();
const endings: (() => Promise<unknown>)[] = [async () => rmSync(place, { recursive: true, force: true }), postgres.remove];

/** Step 1: the first admin. */
const createAdmin = async (): Promise<void> => {
  const person = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ADMIN_FIRST_NAME: 'Bea', ADMIN_LAST_NAME: 'Boss' };
  const env = { ...process.env, DATABASE_URL: postgres.url, ENCRYPTION_KEY: KEY, ...person };
  const creating = spawn('npm', ['run', '--silent', 'admin:create'], { cwd: root, env, stdio: 'inherit' });
  expect('admin:create', (await once(creating, 'exit'))[0], 0);
};

/** Step 2: one instance per machine. */
const startInstance = async (port: number): Promise<Started> => {
  const env = { DATABASE_URL: postgres.url, DRAIN_SECONDS: '2', TRUST_PROXY: '127.0.0.1', PORT: String(port) };
  const instance = await startServer(env, throughNpm);
  endings.push(instance.stop);
  return instance;
};

/** Step 3: a proxy in front of them. @returns its address, once an instance answers */
const startInFront = async ([one, two]: readonly [number, number]): Promise<string> => {
  const port = await freePort();
  const config = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace('10.0.0.11:8080', `127.0.0.1:${one}`)
    .replace('10.0.0.12:8080', `127.0.0.1:${two}`);
  endings.push(startProxy(place, config));
  const url = `http://127.0.0.1:${port}`;
  const isUp = (): Promise<boolean> =>
    ask(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isUp()) && performance.now() - startedAt < LIMIT_MS) await pause(50);
  return url;
};

/** Calls while the first instance stops. */
const callDuringStop = async (url: string, token: string, first: Started) => {
  const counts = { answered: 0, refused: 0 };
  const stopping = pause(CALLS_MS / 3).then(first.stop);
  for (const end = performance.now() + CALLS_MS; performance.now() < end; ) {
    const status = await ask(`${url}/api/v1/auth/me`, { token, agent: false }).then(
      (answer) => answer.status,
      () => 0,
    );
    counts[status === 200 ? 'answered' : 'refused'] += 1;
  }
  expect('exit of the stopped instance', await stopping, 0);
  expect('refused calls', counts.refused, 0);
  return counts;
};

try {
  await createAdmin();
  const ports = [await freePort(), await freePort()] as const;
  const [one, two] = (await Promise.all(ports.map(startInstance))) as [Started, Started];
  const url = await startInFront(ports);
  const { access_token: token } = json<{ access_token: string }>(await ask(`${url}/api/v1/auth/login`, { method: 'POST', body: admin }));
  for (const instance of [one, two])
    expect(`the session at ${instance.url}`, (await ask(`${instance.url}/api/v1/auth/me`, { token })).status, 200);
  const readyMs = performance.now() - startedAt;
  const { answered, refused } = await callDuringStop(url, token, one);
  for (const line of wrong) console.error(line);
  console.warn(
    `waysIn: a cluster of two from an empty machine in ${(readyMs / 1000).toFixed(1)} s; ${answered} calls answered while one stopped, ` +
      `${refused} refused, ${wrong.length} wrong`,
  );
  process.exitCode = wrong.length > 0 || readyMs > LIMIT_MS ? 1 : 0;
} finally {
  for (const end of endings.reverse()) await end();
}
