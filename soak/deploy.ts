/**
 * The layout of deploy/Dockerfile, run as an unprivileged user over read-only files: creating the first administrator, starting, serving
 * a page and a document, a backup while it serves, stopping. Then the unit and both proxy configurations are checked by their own
 * programs.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, json, KEY, startServer } from './support/server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const NOBODY = 65_534;
const ADMIN = {
  ADMIN_EMAIL: 'boss@example.test',
  ADMIN_PASSWORD: 'four clouds over a lake',
  ADMIN_FIRST_NAME: 'Ann',
  ADMIN_LAST_NAME: 'Lee',
};
const isRoot = process.getuid?.() === 0;
const failures: string[] = [];
const expect = (label: string, actual: unknown, expected: unknown): void => {
  if (actual !== expected) failures.push(`${label}: ${String(actual)} instead of ${String(expected)}`);
};
const place = mkdtempSync(join(tmpdir(), 'quotaboard-soak-'));
const startedAt = Date.now();

/** The files that the Dockerfile copies into the image, without development dependencies. */
const image = join(place, 'app');
mkdirSync(image);
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)];
expect('copied into the image', copied.length, 4);
for (const [, from = '', to = ''] of copied) {
  if (from === 'node_modules') continue;
  cpSync(join(root, from), join(image, to === './' ? from : to), { recursive: true });
}
cpSync(join(root, 'package-lock.json'), join(image, 'package-lock.json'));
execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'], {
  cwd: image,
});
rmSync(join(image, 'package-lock.json'));
execFileSync('chmod', ['-R', 'a+rX,a-w', image]);
const data = join(place, 'data');
mkdirSync(data);
execFileSync('chmod', ['755', place]);
if (isRoot) chownSync(data, NOBODY, NOBODY);

const entry = /^ENTRYPOINT (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]';
const [, ...args] = JSON.parse(entry) as string[];
const unprivileged = isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [];
const server = [...unprivileged, process.execPath, ...args.map((word) => (word.endsWith('.js') ? join(image, word) : word))];
const env = { DATA_DIR: join(data, 'company'), HOME: data, NODE_OPTIONS: '' };
const command = (...words: string[]): string => {
  const [program = '', ...rest] = [...server, ...words];
  return execFileSync(program, rest, {
    cwd: image,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ENCRYPTION_KEY: KEY, ...env, ...ADMIN },
  });
};

command('admin:create');
const running = await startServer(env, server);
const call = (path: string, token?: string) => ask(`${running.url}${path}`, { token });
expect('/readyz', (await call('/readyz')).status, 200);
expect('the app', (await call('/')).status, 200);
const body = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
const { access_token: token } = json<{ access_token: string }>(await ask(`${running.url}/api/v1/auth/login`, { method: 'POST', body }));
// Documents are made in a thread, from a separate file, with fonts from packages.
const typed = { customer_name: 'Acme', new_customer: true, gross_amount: '100.00', net_revenue: '100.00' };
const today = new Date().toISOString().slice(0, 10);
const created = await ask(`${running.url}/api/v1/invoices`, { method: 'POST', token, body: { ...typed, booking_date: today } });
expect('a new invoice', created.status, 201);
const { id } = json<{ id: string }>(created);
const pdf = await call(`/api/v1/invoices/${id}/file`, token);
expect('its PDF', `${pdf.status} ${pdf.headers['content-type']}`, '200 application/pdf');

const from = performance.now();
command('db:backup', join(data, 'backup'));
const backupMs = Math.round(performance.now() - from);
expect('/readyz after the backup', (await call('/readyz')).status, 200);
expect('the exit code', await running.stop(), 0);

/** The configurations, adapted to run without a real machine's paths and services. */
const unit = join(place, 'quotaboard.service');
writeFileSync(
  unit,
  readFileSync(join(root, 'deploy/quotaboard.service'), 'utf8')
    .replace('/usr/bin/node', process.execPath)
    .replace('/opt/quotaboard', image),
);
const certificate = ['-keyout', join(place, 'key.pem'), '-out', join(place, 'cert.pem')];
spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=sales.example.com', ...certificate]);
const site = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
  .replace(/(ssl_certificate) \S+;/, `$1 ${join(place, 'cert.pem')};`)
  .replace(/(ssl_certificate_key) \S+;/, `$1 ${join(place, 'key.pem')};`);
writeFileSync(join(place, 'nginx.conf'), `pid ${join(place, 'pid')};\nevents {}\nhttp {\n${site}\n}\n`);
const checks: readonly (readonly [string, ...string[]])[] = [
  ['systemd-analyze', 'verify', '--man=no', unit],
  ['nginx', '-t', '-c', join(place, 'nginx.conf')],
  ['caddy', 'validate', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')],
];
const skipped: string[] = [];
for (const [program, ...words] of checks) {
  const checked = spawnSync(program, words, { encoding: 'utf8', env: { ...process.env, SITE: 'sales.example.com', HOME: place } });
  if (checked.error) skipped.push(program);
  else if (checked.status !== 0 || /quotaboard\.service:\d+:/.test(checked.stderr))
    failures.push(`${program}: ${checked.stderr.slice(0, 600)}`);
}
expect('the compose file', existsSync(join(root, 'deploy/compose.yaml')), true);

execFileSync('chmod', ['-R', 'u+w', place]);
rmSync(place, { recursive: true, force: true });
for (const item of failures) console.error(item);
const without = skipped.length > 0 ? `, not installed: ${skipped.join(', ')}` : '';
console.log(
  `deploy: ${checks.length - skipped.length} configurations checked${without}, backup ${backupMs} ms, ${failures.length} wrong, ${Math.round((Date.now() - startedAt) / 1000)} s`,
);
process.exit(failures.length === 0 ? 0 : 1);
