import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildClient } from '../../../scripts/client.mjs';
import { type Started, startThroughNpm } from '../support/process.ts';

const LIMIT_MS = 5 * 60_000;
const METRICS_TOKEN = 'a-token-of-the-monitoring-long-enough';
const admin = { email: 'boss@example.test', password: 'four clouds over a lake' };
const folder = mkdtempSync(join(tmpdir(), 'quotaboard-ways-'));
const startedAt = performance.now();
let server: Started | null = null;
let url = '';

/** The steps of docs/operations.md, "Five ways in", on an empty machine. */
beforeAll(async () => {
  const env = { DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'error', METRICS_TOKEN };
  const person = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ADMIN_FIRST_NAME: 'Bea', ADMIN_LAST_NAME: 'Boss' };
  const created = startThroughNpm('admin:create', { ...env, ...person });
  expect(await created.exit, created.err()).toBe(0);
  server = startThroughNpm('serve', env);
  url = await server.ready;
}, LIMIT_MS);
afterAll(async () => {
  if (server?.child.pid) process.kill(-server.child.pid, 'SIGTERM');
  await server?.exit;
  rmSync(folder, { recursive: true, force: true });
});
// The time limit of each way includes the start from an empty machine.
afterEach(() => expect(performance.now() - startedAt).toBeLessThan(LIMIT_MS));

const post = async <Answer>(path: string, body: object, token = ''): Promise<Answer> => {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(response.status, path).toBeLessThan(300);
  return (await response.json()) as Answer;
};
const createToken = async (...scopes: string[]): Promise<string> => {
  const { access_token } = await post<{ access_token: string }>('auth/login', admin);
  const body = { name: scopes.join(), scopes, expires_in_days: 30, current_password: admin.password };
  return (await post<{ secret: string }>('tokens', body, access_token)).secret;
};

describe('ways in from an empty machine, in less than five minutes', { timeout: LIMIT_MS }, () => {
  it('a user script with the TypeScript client', async () => {
    const token = await createToken('read:pay');
    buildClient();
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', './client', '--json', '--ignore-scripts', '--pack-destination', folder], { encoding: 'utf8' }),
    );
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', `./${filename}`], { cwd: folder });
    const [, script = ''] = /^ {3}```js\n([\s\S]*?)^ {3}```$/m.exec(readFileSync(resolve('docs/operations.md'), 'utf8')) ?? [];
    writeFileSync(join(folder, 'script.mjs'), script);
    const env = { ...process.env, QB: url, TOKEN: token };
    const printed = execFileSync(process.execPath, ['script.mjs'], { cwd: folder, env, encoding: 'utf8' });
    expect(printed).toBe('boss@example.test has 0 records\n');
  });

  it('an assistant that asks for a check', async () => {
    const token = await createToken('read:pay');
    const client = new Client({ name: 'assistant', version: '1' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    const transport = new StreamableHTTPClientTransport(new URL('/api/v1/mcp', url), { requestInit });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    const { content, isError } = await client.callTool({ name: 'my_check', arguments: {} });
    await client.close();
    const [{ text }] = content as [{ text: string }];
    expect(isError, text).toBeFalsy();
    expect(JSON.parse(text)).toMatchObject({ data: expect.any(Object), sources: expect.any(Array) });
  });

  it('monitoring that scrapes the metrics', async () => {
    const scrape = (token: string) => fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const answer = await scrape(METRICS_TOKEN);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
    expect(await answer.text()).toMatch(/^quotaboard_request_seconds_count\{.*status="201".*\} [1-9]/m);
    expect((await scrape('another')).status).toBe(404);
  });
});
