import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerSource } from '../../../server/http/mcp/tools.ts';
import { addRecord, recomputeMonths } from '../support/records.ts';
import { MINUTE_MS, PASSWORD, type TestApp } from '../support/testApp.ts';
import { createAdjustmentWorld } from '../support/worlds/adjustments.ts';

const PATH = '/api/v1/mcp';
type Result = { isError?: boolean; text: string; sources: AnswerSource[]; data: Record<string, unknown> };
let world: Awaited<ReturnType<typeof createAdjustmentWorld>>;
let server: TestApp;
let url: string;
const clients: Client[] = [];
const secrets: Record<string, string> = {};

const issue = async (person: string, scopes: readonly string[]): Promise<string> => {
  const body = { name: 'Assistant', scopes, expires_in_days: 30, current_password: PASSWORD };
  const answer = await server.call('POST', '/api/v1/tokens', { token: world.tokens[person], body });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json().secret;
};
const connect = async (secret: string): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${secret}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(PATH, url), { requestInit }) as Parameters<Client['connect']>[0]);
  clients.push(client);
  return client;
};
const use = async (client: Client, name: string, input: Record<string, unknown> = {}): Promise<Result> => {
  const result = await client.callTool({ name, arguments: input });
  const [{ text }] = result.content as [{ text: string }];
  return { isError: result.isError === true, text, ...(result.isError ? {} : JSON.parse(text)) };
};
/** Every id that an answer names as its source can be read by the same token. */
const expectSourcesToResolve = async ({ sources }: Result, secret: string, count: number): Promise<void> => {
  expect(sources).toHaveLength(count);
  for (const { path } of sources) expect(`${path} ${(await server.call('GET', path, { token: secret })).statusCode}`).toBe(`${path} 200`);
};

beforeAll(async () => {
  world = await createAdjustmentWorld();
  server = world.server;
  await world.renew();
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
  secrets.sam = await issue('sam', ['read:pay', 'read:search']);
  secrets.mia = await issue('mia', ['read:pay', 'propose']);
  secrets.ada = await issue('ada', ['read:pay']);
  secrets.sales = await issue('ada', ['read:sales']);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

describe('MCP tools (decisions 4.13)', () => {
  it('match the token’s scopes and its owner’s role', async () => {
    const namesOf = async (secret: string) => (await (await connect(secret)).listTools()).tools.map(({ name }) => name);
    const reading = ['explain', 'why_not', 'what_would_it_take', 'my_check', 'statement'];
    expect(await namesOf(secrets.sam!)).toEqual([...reading, 'search']);
    expect(await namesOf(secrets.ada!)).toEqual([...reading, 'forward_view']);
    expect(await namesOf(secrets.mia!)).toEqual([...reading, 'propose_adjustment']);
    expect(await namesOf(secrets.sales!)).toEqual([]);
    const client = await connect(secrets.sales!);
    expect(await use(client, 'explain', { commission_id: String(world.now.record) })).toMatchObject({
      isError: true,
      text: 'This token has no tool named “explain”.',
    });
  });

  it('answer with figures whose sources resolve', async () => {
    const client = await connect(secrets.sam!);
    const record = String(world.now.record);
    const month = { start_date: '2026-11-01', end_date: '2026-11-30' };

    const explained = await use(client, 'explain', { commission_id: record });
    expect(explained.data).toMatchObject({ commission_id: record, sentence: expect.any(String) });
    expect(explained.sources).toEqual([{ kind: 'record', id: record, path: `/api/v1/commissions/${record}` }]);
    await expectSourcesToResolve(explained, secrets.sam!, 1);

    const statement = await use(client, 'statement', month);
    expect(statement.data.data).toEqual([expect.objectContaining({ id: record, user_id: String(world.ids.sam) })]);
    await expectSourcesToResolve(statement, secrets.sam!, 1);

    const check = await use(client, 'my_check');
    expect(check.data).toMatchObject({ next: { user_id: String(world.ids.sam) }, waiting_records: { data: expect.any(Array) } });
    await expectSourcesToResolve(check, secrets.sam!, 1 + (check.data.waiting_records as { data: [] }).data.length);

    const projected = await use(client, 'what_would_it_take', { revenue: 1000, booking_date: '2026-11-25' });
    expect(projected.data).toMatchObject({ rows: [{ net_revenue: 1000 }] });
    await expectSourcesToResolve(projected, secrets.sam!, 1);

    expect((await use(client, 'why_not', { question: 'Nowhere Inc', ...month })).data).toMatchObject({ asked: 'Nowhere Inc', data: [] });
    expect((await use(client, 'search', { text: 'Sam' })).data).toMatchObject({ data: expect.any(Array) });

    const forward = await use(await connect(secrets.ada!), 'forward_view');
    await expectSourcesToResolve(forward, secrets.ada!, 1);
  });

  it('continue a statement by its cursor, with the totals of all records', async () => {
    for (let count = 0; count < 101; count += 1) await addRecord(server.db, { user_id: world.ids.max!, booking_date: '2026-11-05' });
    await recomputeMonths(server.db);
    const client = await connect(await issue('max', ['read:pay']));
    const first = await use(client, 'statement', { start_date: '2026-11-01', end_date: '2026-11-30' });
    const { cursor, total } = first.data.pagination as { cursor: string; total: number };
    const next = await use(client, 'statement', { cursor });
    expect([first.sources.length, total, next.sources.length, next.data.pagination]).toMatchObject([100, 101, 1, { cursor: null }]);
    expect(await use(client, 'statement', {})).toMatchObject({ isError: true, text: expect.stringContaining('start_date') });
  });

  it('refuse another person’s pay with the API’s message', async () => {
    const client = await connect(secrets.sam!);
    const kim = String(world.ids.kim);
    const refusal = { isError: true, text: '' };
    const month = { start_date: '2026-11-01', end_date: '2026-11-30' };
    const record = await addRecord(server.db, { user_id: world.ids.kim!, booking_date: '2026-11-03' });
    const direct = await server.call('GET', `/api/v1/payouts/next?user_id=${kim}`, { token: secrets.sam });
    expect(direct.statusCode).toBe(403);
    refusal.text = direct.json().message;
    expect(await use(client, 'explain', { commission_id: String(record) })).toMatchObject(refusal);
    expect(await use(client, 'my_check', { user_id: kim })).toMatchObject(refusal);
    expect(await use(client, 'statement', { ...month, user_id: kim })).toMatchObject(refusal);
    expect(await use(client, 'what_would_it_take', { revenue: 1, booking_date: '2026-11-25', user_id: kim })).toMatchObject(refusal);
    expect(await use(client, 'why_not', { question: 'INV-1', ...month, user_id: kim })).toMatchObject(refusal);
  });

  it('name the field of invalid input', async () => {
    const client = await connect(secrets.sam!);
    for (const [name, input, text] of [
      ['explain', {}, 'commission_id'],
      ['explain', { commission_id: '1/../2' }, 'commission_id'],
      ['statement', { start_date: 'soon', end_date: '2026-11-30' }, 'start_date'],
      ['statement', { start_date: '2026-11-30', end_date: '2026-11-01' }, 'end'],
      ['search', { text: '' }, 'text'],
      ['my_check', { person: '1' }, 'person'],
    ] as const)
      expect(await use(client, name, input)).toMatchObject({ isError: true, text: expect.stringContaining(text) });
  });

  it('propose an adjustment once, leave it pending and name the token in the audit log', async () => {
    const client = await connect(secrets.mia!);
    const input = { amount: '25.00', reason: 'Referral bonus', invoice_id: world.now.invoice, key: 'first' };
    const proposed = await use(client, 'propose_adjustment', input);
    expect(proposed.data).toMatchObject({ state: 'pending', adjustment_amount: 25 });
    await expectSourcesToResolve(proposed, secrets.mia!, 1);
    expect((await use(client, 'propose_adjustment', input)).data.id).toBe(proposed.data.id);
    expect(await world.worth()).toMatchObject({ adjustments_cents: 0 });
    const { data } = (await server.call('GET', '/api/v1/audit?limit=5', { token: world.tokens.ada })).json();
    expect(data[0]).toMatchObject({ actor: 'Mia Person, by API token “Assistant”', action: 'Adjustment created' });
  });
});

describe('MCP endpoint', () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const accept = { accept: 'application/json, text/event-stream' };

  it('accepts only API tokens', async () => {
    const statusOf = async (token: string | undefined) =>
      (await server.call('POST', PATH, { token, body: ping, headers: accept })).statusCode;
    expect([await statusOf(undefined), await statusOf(world.tokens.sam), await statusOf(secrets.sam)]).toEqual([401, 403, 200]);
  });

  it('stops answering when the token is revoked', async () => {
    const secret = await issue('kim', ['read:pay']);
    const client = await connect(secret);
    await server.db.query.updateTable('users').set({ active: false }).where('id', '=', world.ids.kim!).execute();
    await expect(client.listTools()).rejects.toThrow();
  });

  it('answers 400 to an invalid message and 405 to a stream request', async () => {
    const post = (body: unknown) => server.call('POST', PATH, { token: secrets.sam, body, headers: accept });
    expect((await post({})).statusCode).toBe(400);
    expect((await post({ jsonrpc: '2.0', id: 1, method: 'none' })).json().error.code).toBe(-32601);
    expect((await server.call('POST', PATH, { token: secrets.sam, body: ping, headers: { accept: 'text/html' } })).statusCode).toBe(406);
    expect((await server.call('GET', PATH, { token: secrets.sam, headers: accept })).statusCode).toBe(405);
  });

  it('counts each tool call once', async () => {
    const secret = await issue('sam', ['read:pay']);
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'my_check', arguments: {} } };
    const post = () => server.call('POST', PATH, { token: secret, body, headers: accept });
    server.clock.advance(MINUTE_MS);
    for (let calls = 0; calls < 60; calls += 1) expect((await post()).json().result.isError).toBeUndefined();
    for (let calls = 0; calls < 60; calls += 1) {
      const forged = { 'x-within-call': 'true' };
      expect((await server.call('GET', '/api/v1/auth/me', { token: secret, headers: forged })).statusCode).toBe(200);
    }
    expect((await post()).statusCode).toBe(429);
  });

  it('leaves rate limiting to the tools’ own calls', async () => {
    const client = await connect(secrets.sam!);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => use(client, 'explain', { commission_id: String(world.now.record) })),
    );
    expect(answers.map(({ isError }) => isError)).toEqual(Array(12).fill(false));
  });
});
