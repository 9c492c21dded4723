import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Dispute } from '../../../contract/entities/dispute.ts';
import { addRecord } from '../support/records.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
let record: number;

beforeAll(async () => {
  server = await testApp();
  ids.mia = await server.add({ email: 'mia@example.test', role: 'sales_manager' });
  ids.max = await server.add({ email: 'max@example.test', role: 'sales_manager' });
  ids.vic = await server.add({ email: 'vic@example.test', role: 'vp_sales' });
  ids.ada = await server.add({ email: 'ada@example.test', role: 'admin' });
  ids.fay = await server.add({ email: 'fay@example.test', role: 'finance' });
  ids.sam = await server.add({ email: 'sam@example.test', role: 'salesperson', manager_id: ids.mia });
  ids.kim = await server.add({ email: 'kim@example.test', role: 'salesperson' });
  for (const name of Object.keys(ids)) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
});
afterAll(() => server.close());
beforeEach(async () => {
  record = await addRecord(server.db, { user_id: ids.sam!, booking_date: '2026-11-02', net_cents: 100_00, amount_cents: 5_00 });
});

const open = (name = 'sam', message = 'I expected 7.5%'): Promise<Answer> =>
  server.call('POST', `/api/v1/commissions/${record}/disputes`, { token: tokens[name], body: { message } });
const opened = async (): Promise<Dispute> => {
  const answer = await open();
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
};
const step = (name: string, { id }: Dispute, path: string, body: object = {}): Promise<Answer> =>
  server.call('POST', `/api/v1/disputes/${id}/${path}`, { token: tokens[name], body });
const list = async (name: string, query = ''): Promise<Dispute[]> =>
  (await server.call('GET', `/api/v1/disputes?${query}`, { token: tokens[name] })).json().data;
const isNotified = async (name: string, key: string): Promise<boolean> =>
  (await server.db.query.selectFrom('notifications').select('id').where('user_id', '=', ids[name]!).where('dedupe_key', '=', key).execute())
    .length === 1;

describe('opening a dispute', () => {
  it('decisions 2.13: lets an owner question an amount, and notifies people who may adjust it', async () => {
    const dispute = await opened();
    expect(dispute).toMatchObject({ commission_id: String(record), state: 'open', resolution: null, actions: ['reply', 'withdraw'] });
    expect(dispute.messages).toMatchObject([{ text: 'I expected 7.5%', author: 'Test Person' }]);
    for (const name of ['mia', 'vic', 'ada']) expect(await isNotified(name, `dispute:${dispute.id}:open`), name).toBe(true);
    for (const name of ['max', 'fay', 'sam']) expect(await isNotified(name, `dispute:${dispute.id}:open`), name).toBe(false);
  });

  it('allows one at a time: of two at once one is 409, and after it ends another may open', async () => {
    const answers = await Promise.all([open(), open()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('dispute_exists');
    const [dispute] = await list('sam', `commission_id=${record}`);
    expect((await step('sam', dispute!, 'withdraw')).json()).toMatchObject({ state: 'withdrawn', actions: [] });
    expect((await open()).statusCode).toBe(201);
  });

  it('decisions 3.05: refuses disputes about another’s record without revealing the form’s rules, and a text of four letters', async () => {
    for (const name of ['kim', 'mia', 'vic', 'ada', 'fay'])
      for (const message of ['I expected 7.5%', 'why']) expect((await open(name, message)).statusCode, `${name} ${message}`).toBe(403);
    const dispute = await opened();
    expect((await step('kim', dispute, 'messages', { message: 'why' })).statusCode).toBe(403);
    expect((await step('max', dispute, 'resolve', { resolution: 'No' })).statusCode).toBe(403);
    expect((await step('sam', dispute, 'withdraw')).statusCode).toBe(200);
    const short = await open('sam', ' why ');
    expect([short.statusCode, Object.keys(short.json().errors)]).toEqual([422, ['message']]);
    expect(
      (await server.call('POST', '/api/v1/commissions/999999/disputes', { token: tokens.sam, body: { message: 'Hello there' } }))
        .statusCode,
    ).toBe(404);
  });
});

describe('answering a dispute', () => {
  it('decisions 2.13: goes open → in review → resolved by an adjustment, which is linked, counted and announced', async () => {
    const dispute = await opened();
    expect((await step('mia', dispute, 'resolve', { resolution: 'Not taken on yet' })).json().code).toBe('dispute_step');
    expect((await step('mia', dispute, 'take')).json()).toMatchObject({ state: 'in_review', actions: ['reply', 'resolve'] });
    expect((await step('sam', dispute, 'messages', { message: 'Any news of it?' })).json().messages).toHaveLength(2);
    const adjustment = { adjustment_amount: '12.50', adjustment_reason: 'The rate was wrong' };
    const resolved = await step('mia', dispute, 'resolve', { resolution: 'You are right', adjustment });
    expect(resolved.json()).toMatchObject({ state: 'resolved', resolution: 'You are right', adjustment_amount: 12.5, actions: [] });
    const created = await server.db.query
      .selectFrom('adjustments')
      .selectAll()
      .where('id', '=', Number(resolved.json().adjustment_id))
      .executeTakeFirstOrThrow();
    expect(created).toMatchObject({ origin: 'dispute', state: 'approved', commission_id: record, amount_cents: 12_50 });
    const row = await server.db.query.selectFrom('commission_records').selectAll().where('id', '=', record).executeTakeFirstOrThrow();
    expect(row.adjustments_cents).toBe(12_50);
    expect(await isNotified('sam', `dispute:${dispute.id}:resolved`)).toBe(true);
    expect((await step('sam', dispute, 'messages', { message: 'Thank you very much' })).json().code).toBe('dispute_step');
  });

  it('resolves nothing if the form refuses the adjustment', async () => {
    const dispute = await opened();
    await step('vic', dispute, 'take');
    const refused = await step('vic', dispute, 'resolve', {
      resolution: 'You are right',
      adjustment: { adjustment_amount: '0', adjustment_reason: 'The rate' },
    });
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'Amount cannot be zero']);
    expect((await list('sam', `commission_id=${record}&state=in_review`))[0]).toMatchObject({ adjustment_id: null, resolution: null });
    expect((await step('vic', dispute, 'resolve', { resolution: 'No' })).json().errors).toHaveProperty('resolution');
    expect((await step('vic', dispute, 'resolve', { resolution: 'The plan says 5.0%' })).json()).toMatchObject({
      state: 'resolved',
      adjustment_id: null,
    });
  });

  it('decisions 2.13: lets only the team’s manager, vp_sales and admin take it, and only its author withdraw it', async () => {
    const dispute = await opened();
    for (const name of ['max', 'fay', 'sam', 'kim']) expect((await step(name, dispute, 'take')).statusCode, name).toBe(403);
    for (const name of ['max', 'fay', 'kim'])
      expect((await step(name, dispute, 'messages', { message: 'Hello there' })).statusCode, name).toBe(403);
    for (const name of ['mia', 'kim', 'ada']) expect((await step(name, dispute, 'withdraw')).statusCode, name).toBe(403);
    expect((await list('fay', `commission_id=${record}`))[0]?.actions).toEqual([]);
    expect(await list('kim')).toEqual([]);
  });

  it('lets only one of two people take a dispute at the same time', async () => {
    const dispute = await opened();
    const answers = await Promise.all([step('mia', dispute, 'take'), step('vic', dispute, 'take')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });
});

describe('outcome of a dispute', () => {
  const resolved = async (adjustment_amount: string): Promise<Dispute> => {
    const dispute = await opened();
    await step('mia', dispute, 'take');
    const adjustment = { adjustment_amount, adjustment_reason: 'The rate was wrong' };
    return (await step('mia', dispute, 'resolve', { resolution: 'You are right', adjustment })).json();
  };
  const newest = (name: string) =>
    server.db.query
      .selectFrom('notifications')
      .select(['message', 'link'])
      .where('user_id', '=', ids[name]!)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const count = async (name: string) => (await server.call('GET', '/api/v1/disputes/count', { token: tokens[name] })).json();

  it('decisions 2.13: announces its pending adjustment as pending, and the final outcome to its author', async () => {
    const dispute = await resolved('700');
    expect(dispute).toMatchObject({ adjustment_amount: 700, adjustment_state: 'pending' });
    const word = await newest('sam');
    expect(word.message).toMatch(/^The commission on invoice T-\d+, where an adjustment of \+\$700.00 waits for approval: You are right$/);
    expect(word.link).toBe(`/commissions?period=month&start=2026-11-01&end=2026-11-30&record=${record}`);
    const url = `/api/v1/adjustments/${dispute.adjustment_id}/reject`;
    await server.call('POST', url, { token: tokens.vic, body: { version: 1, reason: 'Not by the plan' } });
    expect((await list('sam', `commission_id=${record}`))[0]).toMatchObject({ adjustment_state: 'rejected' });
    expect((await newest('sam')).message).toMatch(/which resulted from your question, was not approved: Not by the plan$/);
    const other = await resolved('700');
    await server.call('POST', `/api/v1/adjustments/${other.adjustment_id}/approve`, { token: tokens.vic, body: { version: 1 } });
    expect((await newest('sam')).message).toMatch(/which resulted from your question, was approved\.$/);
  });

  it('decisions 2.13: counts and lists open ones for people who may answer', async () => {
    await server.db.query.updateTable('disputes').set({ state: 'withdrawn' }).execute();
    const dispute = await opened();
    expect(dispute).toMatchObject({ salesperson_name: 'Test Person', booking_date: '2026-11-02' });
    await step('mia', dispute, 'take');
    for (const [name, most] of [
      ['mia', 1],
      ['vic', 1],
      ['ada', 1],
      ['fay', 1],
      ['sam', 1],
      ['max', 0],
      ['kim', 0],
    ] as const) {
      expect(await count(name), name).toEqual({ count: most });
      expect(
        (await list(name, 'live=true')).map(({ id }) => id),
        name,
      ).toEqual(most === 1 ? [dispute.id] : []);
    }
    await step('sam', dispute, 'withdraw');
    expect(await count('vic')).toEqual({ count: 0 });
  });

  it('spec 6.02: shows the linked record to permitted readers', async () => {
    const get = (name: string, id: number | string = record) => server.call('GET', `/api/v1/commissions/${id}`, { token: tokens[name] });
    const range = 'start_date=2026-11-01&end_date=2026-11-30&limit=50';
    const { data } = (await server.call('GET', `/api/v1/commissions?${range}`, { token: tokens.sam })).json();
    expect((await get('sam')).json()).toEqual(data.find(({ id }: { id: string }) => id === String(record)));
    expect([(await get('fay')).statusCode, (await get('kim')).statusCode, (await get('ada', 'x')).statusCode]).toEqual([200, 403, 404]);
  });
});
