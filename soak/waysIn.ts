/**
 * The longest way to get started: a cluster on empty machines, by the steps of docs/operations.md. A new PostgreSQL, the first admin, two
 * instances of `npm run serve` behind the proxy of deploy/haproxy.cfg, a sign-in that both know, and one of them stopped while calls go on.
 * Expected: ready within five minutes, and no call is refused meanwhile. The other four ways are timed by `npm test`
 * (tests/server/operations/waysIn.test.ts, tests/e2e/session/sso.test.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, privatePostgres } from './support/postgres.ts';
import { ask, json, startServer, throughNpm } from './support/server.ts';

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

/** Step 1: the first admin. */
const person = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ADMIN_FIRST_NAME: 'Bea', ADMIN_LAST_NAME: 'Boss' };
const env = {
  DATABASE_URL: postgres.url,
  DRAIN_SECONDS: '2',
  TRUST_PROXY: '127.0.0.1',
  ENCRYPTION_KEY: '5dd1b0c9c3f2a4be91f07d2b6f8e13a7c45f9e20d8b7316af2c81d04e6a59b73',
};
const creating = spawn('npm', ['run', '--silent', 'admin:create'], {
  cwd: root,
  env: { ...process.env, ...env, ...person },
  stdio: 'inherit',
});
expect('admin:create', (await once(creating, 'exit'))[0], 0);

/** Step 2: one instance per machine. */
const ports = [await freePort(), await freePort()] as const;
const [one, two] = await Promise.all(ports.map((port) => startServer({ ...env, PORT: String(port) }, throughNpm)));

/** Step 3: a proxy in front of them. */
const proxyPort = await freePort();
const config = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
  .replace('bind :80', `bind 127.0.0.1:${proxyPort}`)
  .replace('10.0.0.11:8080', `127.0.0.1:${ports[0]}`)
  .replace('10.0.0.12:8080', `127.0.0.1:${ports[1]}`);
writeFileSync(join(place, 'haproxy.cfg'), config);
const proxy = spawn('haproxy', ['-db', '-q', '-f', join(place, 'haproxy.cfg')], { stdio: 'inherit' });
const url = `http://127.0.0.1:${proxyPort}`;
const isUp = (): Promise<boolean> =>
  ask(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
while (!(await isUp()) && performance.now() - startedAt < LIMIT_MS) await pause(50);

try {
  const { access_token: token } = json<{ access_token: string }>(await ask(`${url}/api/v1/auth/login`, { method: 'POST', body: admin }));
  for (const instance of [one, two])
    expect(`the session at ${instance?.url}`, (await ask(`${instance?.url}/api/v1/auth/me`, { token })).status, 200);
  const readyMs = performance.now() - startedAt;

  const counts = { answered: 0, refused: 0 };
  const stopping = pause(CALLS_MS / 3).then(() => one?.stop());
  for (const end = performance.now() + CALLS_MS; performance.now() < end; ) {
    const status = await ask(`${url}/api/v1/auth/me`, { token, agent: false }).then(
      ({ status }) => status,
      () => 0,
    );
    counts[status === 200 ? 'answered' : 'refused'] += 1;
  }
  expect('exit of the stopped instance', await stopping, 0);
  expect('refused calls', counts.refused, 0);
  await two?.stop();
  for (const line of wrong) console.error(line);
  console.warn(
    `waysIn: a cluster of two from an empty machine in ${(readyMs / 1000).toFixed(1)} s; ${counts.answered} calls answered while one stopped, ` +
      `${counts.refused} refused, ${wrong.length} wrong`,
  );
  process.exitCode = wrong.length > 0 || readyMs > LIMIT_MS ? 1 : 0;
} finally {
  proxy.kill('SIGTERM');
  await postgres.remove();
  rmSync(place, { recursive: true, force: true });
}
