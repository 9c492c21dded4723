import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { buildClient } from '../../../scripts/client.mjs';
import { addRecord } from '../support/records.ts';
import { MINUTE_MS, PASSWORD } from '../support/testApp.ts';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

type Client = Readonly<{
  getMe: (params?: object) => Promise<{ email: string }>;
  listCommissions: (query: object) => Promise<unknown>;
}>;
type Package = Readonly<{
  createClient: (options: Readonly<{ url: string; token: string; maxWaitSeconds?: number; fetch?: typeof fetch }>) => Client;
  readAll: (list: Client['listCommissions'], query: object) => AsyncIterable<{ id: string }>;
}>;

const NOVEMBER = { start_date: '2026-11-01', end_date: '2026-11-30' };
let world: Awaited<ReturnType<typeof createAdjustmentWorld>>;
let url = '';
let token = '';
let client: Package;
beforeAll(async () => {
  buildClient();
  client = await import(resolve('client/dist/index.js'));
  world = await createAdjustmentWorld();
  url = await world.server.app.listen({ host: '127.0.0.1', port: 0 });
  // More than the example's page of 100.
  for (let count = 0; count < 102; count += 1) await addRecord(world.server.db, { user_id: world.ids.sam!, booking_date: '2026-11-02' });
  await addRecord(world.server.db, { user_id: world.ids.kim!, booking_date: '2026-11-03' });
});
afterAll(() => world.server.close());
beforeEach(async () => {
  const body = { name: 'Script', scopes: ['read:pay', 'propose'], expires_in_days: 30, current_password: PASSWORD };
  const issued = await world.server.call('POST', '/api/v1/tokens', { token: world.tokens.vic, body });
  token = issued.json().secret;
});

/** Uses up the limit of the token. */
const exhaust = async (): Promise<void> => {
  for (let count = 0; count < limits.apiTokens.callsPerMinute; count += 1) await world.server.me(token);
};

describe('TypeScript client (docs/api.md)', () => {
  it('runs the examples of docs/api.md as a standalone program', async () => {
    const program = spawn(process.execPath, ['client/generated/examples.js'], { env: { ...process.env, QB: url, TOKEN: token } });
    const [printed, failure] = await Promise.all([text(program.stdout), text(program.stderr)]);
    expect(failure).toBe('');
    const { data } = (
      await world.server.call('GET', '/api/v1/adjustments?scope=company&state=pending', { token: world.tokens.ada })
    ).json();
    expect(data).toMatchObject([{ user_id: String(world.ids.sam), adjustment_amount: 250, kind: 'prize' }]);
    expect(printed.trimEnd().split('\n')).toEqual([
      'I am vic@example.test',
      `${world.ids.sam} earned 510`,
      expect.stringMatching(/^422 \w+ \{ adjustment_amount: '.+' \}$/),
      `${data[0].id} is pending, because another person approves it`,
    ]);
  });

  it('reads every page of a list once', async () => {
    const { createClient, readAll } = client;
    const ids: string[] = [];
    for await (const { id } of readAll(createClient({ url, token }).listCommissions, { ...NOVEMBER, limit: '25' })) ids.push(id);
    expect([ids.length, new Set(ids).size]).toEqual([103, 103]);
  });

  it('throws the message, code, fields and request of a refused call', async () => {
    const { createClient } = client;
    const quotaboard = createClient({ url, token });
    await expect(quotaboard.listCommissions({ ...NOVEMBER, status: 'lost' })).rejects.toMatchObject({
      name: 'QuotaboardError',
      status: 400,
      code: expect.any(String),
      errors: { status: expect.any(String) },
      requestId: expect.any(String),
    });
    await expect(createClient({ url, token: 'qb_wrong' }).getMe()).rejects.toMatchObject({ status: 401, code: 'token_invalid' });
  });

  it('waits for Retry-After beyond the limit, and retries', async () => {
    await exhaust();
    world.server.clock.advance(MINUTE_MS - 1000);
    const statuses: number[] = [];
    const counted: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      statuses.push(response.status);
      world.server.clock.advance(1000);
      return response;
    };
    const began = performance.now();
    expect((await client.createClient({ url, token, fetch: counted }).getMe()).email).toBe('vic@example.test');
    expect(statuses).toEqual([429, 200]);
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it('throws at once if the wait exceeds the allowed time, and stops waiting when aborted', async () => {
    await exhaust();
    const { createClient } = client;
    await expect(createClient({ url, token, maxWaitSeconds: 59 }).getMe()).rejects.toMatchObject({
      status: 429,
      code: 'too_many_requests',
    });
    const waiting = createClient({ url, token }).getMe({ signal: AbortSignal.timeout(200) });
    await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('is packed with types, code, license and readme, in the product’s version', () => {
    const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
    expect(read('client/package.json').version).toBe(read('package.json').version);
    const packed = JSON.parse(execFileSync('npm', ['pack', './client', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' }));
    const paths = [
      'dist/generated/api.d.ts',
      'dist/generated/api.js',
      'dist/index.d.ts',
      'dist/index.js',
      'LICENSE',
      'package.json',
      'README.md',
    ];
    expect(packed[0].files.map(({ path }: { path: string }) => path).sort()).toEqual(paths.sort());
  });
});
