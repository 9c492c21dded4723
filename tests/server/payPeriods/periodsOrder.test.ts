import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let facts: Facts;
let sam: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  const fay = await server.add({ email: 'fay@example.test', role: 'finance', first_name: 'fay' });
  await server.add({ email: 'ada@example.test', role: 'admin', first_name: 'ada' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'sam' });
  for (const name of ['fay', 'ada', 'sam']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  facts = createFactWriter(server.db, fay, server.clock);
  for (const booking_date of ['2026-07-10', '2026-08-10', '2026-09-10'])
    await facts.addInvoice({ salesperson_id: sam, booking_date, net_cents: 60_000_00 });
});
afterAll(() => server.close());

const find = async (label: string) =>
  (await server.call('GET', '/api/v1/periods', { token: tokens.fay })).json().data.find(({ id }: { id: string }) => id === label);
const step = (label: string, action: string, name = 'fay', body: object = {}): Promise<Answer> =>
  server.call('POST', `/api/v1/periods/${label}/${action}`, { token: tokens[name], body });
const sign = async (label: string): Promise<void> => {
  const items = ['totals', 'outliers', 'waiting', 'due', 'unassigned'];
  for (const name of ['fay', 'ada']) expect((await step(label, 'sign', name, { items })).statusCode).toBe(200);
};
const check = (label: string, name = 'fay') => server.call('GET', `/api/v1/periods/${label}/check`, { token: tokens[name] });

describe('decisions 2.11: months close in order, because each starts from the previous one’s result', () => {
  it('refuses a month while an earlier one is open, and names it', async () => {
    await step('2026-08', 'review');
    await step('2026-09', 'review');
    await sign('2026-08');
    await sign('2026-09');
    expect((await step('2026-08', 'close')).json()).toMatchObject({
      code: 'period_blocked',
      message: 'July 2026 is still open: close it first.',
    });
    expect((await find('2026-09')).blockers).toEqual(['2 earlier months are still open, the first is July 2026: close them first.']);
    // Nothing was booked before July, so no earlier month blocks it.
    await step('2026-07', 'review');
    await sign('2026-07');
    for (const month of ['2026-07', '2026-08', '2026-09']) expect((await step(month, 'close')).json()).toMatchObject({ state: 'closed' });
  });

  it('reports an already closed month as closed', async () => {
    const repeated = await step('2026-09', 'close');
    expect([repeated.statusCode, repeated.json().message]).toEqual([409, 'September 2026 is already closed.']);
  });

  it('leaves a month reopened when its review ends without closing', async () => {
    await step('2026-09', 'reopen', 'ada', { reason: 'An invoice was late' });
    await step('2026-09', 'review');
    expect((await step('2026-09', 'back')).json()).toMatchObject({ state: 'reopened', reason: 'An invoice was late' });
    await step('2026-09', 'review');
    await sign('2026-09');
    expect((await step('2026-09', 'close')).json()).toMatchObject({ state: 'closed', reason: null });
  });
});

describe('decisions 2.11: stored results of a closing', () => {
  it('are rehashed for readers of the months', async () => {
    const { hash } = await find('2026-08');
    expect((await check('2026-08')).json()).toEqual({ hash, unchanged: true, checked_at: server.clock().toISOString() });
    expect((await check('2026-08', 'sam')).statusCode).toBe(403);
    expect((await check('2026-10')).statusCode).toBe(404);
  });

  it('cannot be changed or deleted, even by the database owner', async () => {
    for (const statement of [
      sql`update pay_period_snapshots set hash = 'x'`,
      sql`delete from pay_period_snapshots`,
      sql`truncate pay_period_snapshots cascade`,
    ])
      await expect(statement.execute(server.db.query)).rejects.toMatchObject({ code: '42501' });
  });

  it('reveal tampering', async () => {
    await sql`alter table pay_period_snapshots disable trigger pay_period_snapshots_append_only`.execute(server.db.query);
    await sql`update pay_period_snapshots set content = content || '{"payouts": [1]}'`.execute(server.db.query);
    expect((await check('2026-08')).json()).toMatchObject({ unchanged: false });
    await sql`alter table pay_period_snapshots enable trigger pay_period_snapshots_append_only`.execute(server.db.query);
  });
});
