import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityPage, Goal, GoalList } from '../../../contract/entities/goal.ts';
import { addRecord, recomputeMonths } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const MONTH = '2026-11-01';

const deal = (overrides: object) => ({
  name: 'Minecraft camp',
  customer_name: 'Acme School',
  owner_id: ids.sam!,
  stage: 'Won',
  amount_cents: 4_000_00,
  state: 'won' as const,
  lost_reason: null,
  expected_close_date: null,
  probability: null,
  closed_on: '2026-11-03',
  created_at: '2026-10-02T18:00:00Z',
  ...overrides,
});

beforeAll(async () => {
  server = await testApp();
  ids.mia = await server.add({ email: 'mia@example.test', role: 'sales_manager', first_name: 'Mia', last_name: 'Boss' });
  ids.max = await server.add({ email: 'max@example.test', role: 'sales_manager' });
  ids.vic = await server.add({ email: 'vic@example.test', role: 'vp_sales' });
  ids.ada = await server.add({ email: 'ada@example.test', role: 'admin' });
  ids.fay = await server.add({ email: 'fay@example.test', role: 'finance' });
  ids.sam = await server.add({ email: 'sam@example.test', role: 'salesperson', manager_id: ids.mia });
  ids.kim = await server.add({ email: 'kim@example.test', role: 'salesperson' });
  for (const name of Object.keys(ids)) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  await server.db.query
    .insertInto('deals')
    .values([
      deal({}),
      deal({ name: 'Scratch club', closed_on: '2026-11-20', amount_cents: null }),
      deal({ name: 'Of October', closed_on: '2026-10-31' }),
      deal({ name: 'Lost one', state: 'lost', closed_on: '2026-11-04' }),
    ])
    .execute();
  const quarter = { user_id: ids.sam, quota_cents: 10_000_00 };
  const first = await addRecord(server.db, { ...quarter, booking_date: '2026-10-10', net_cents: 7_900_00, amount_cents: 395_00 });
  await addRecord(server.db, { ...quarter, booking_date: '2026-11-05', net_cents: 200_00, amount_cents: 10_00, cum_cents: 7_900_00 });
  await addRecord(server.db, { ...quarter, booking_date: '2026-11-12', net_cents: 3_000_00, amount_cents: 150_00, cum_cents: 8_100_00 });
  await addRecord(server.db, { ...quarter, booking_date: '2026-11-15', net_cents: -100_00, amount_cents: -5_00, cum_cents: 11_100_00 });
  await recomputeMonths(server.db);
  const record = await server.db.query.selectFrom('commission_records').selectAll().where('id', '=', first).executeTakeFirstOrThrow();
  const paid = { amount_cents: 1_250_50, method: 'ACH', state: 'completed' as const };
  const receipt = await server.db.query
    .insertInto('receipts')
    .values({ ...paid, received_on: '2026-11-07' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await server.db.query
    .insertInto('customer_payments')
    .values({
      ...paid,
      receipt_id: receipt.id,
      invoice_id: record.invoice_id,
      payment_date: '2026-11-07',
      reference: null,
      reversal_of_id: null,
      notes: null,
    })
    .execute();
});
afterAll(() => server.close());

const set = (name: string, body: object = {}) =>
  server.call('POST', '/api/v1/goals', {
    token: tokens[name],
    body: { user_id: String(ids.sam), month: MONTH, kind: 'close_deals', target: 15, ...body },
  });
const list = (name: string, query: string) => server.call('GET', `/api/v1/goals?${query}`, { token: tokens[name] });
const goalsOf = async (name: string, query = `user_id=${ids.sam}&month=${MONTH}`): Promise<GoalList> => (await list(name, query)).json();
const put = (name: string, goal: Goal, target: number, version?: number) =>
  server.call('PUT', `/api/v1/goals/${goal.id}`, {
    token: tokens[name],
    body: { target },
    headers: version === undefined ? {} : { 'if-match': `"${version}"` },
  });

describe('goals', () => {
  let goal: Goal;

  it('decisions 3.04: are set by the manager, who reads progress from the month’s facts', async () => {
    const answer = await set('mia');
    expect(answer.statusCode, answer.body).toBe(201);
    goal = answer.json();
    expect(goal).toMatchObject({ kind: 'close_deals', target: 15, progress: 2, state: 'open', set_by: 'Mia Boss', version: 1 });
    expect(goal.actions).toEqual(['change', 'remove']);
    expect((await set('vic', { kind: 'book_amount', target: 3000.5 })).json()).toMatchObject({
      target: 3000.5,
      progress: 3100,
      state: 'reached',
    });
    expect((await set('ada', { kind: 'collect_amount', target: 2000 })).json()).toMatchObject({
      target: 2000,
      progress: 1250.5,
      state: 'open',
    });
  });

  it('decisions 3.04: are readable but not editable by the person, and hidden from others', async () => {
    const own = await goalsOf('sam', '');
    expect(own.data.map(({ kind, actions }) => [kind, actions])).toEqual([
      ['close_deals', []],
      ['book_amount', []],
      ['collect_amount', []],
    ]);
    expect([own.can_set, own.kinds]).toEqual([false, []]);
    expect((await goalsOf('mia', `user_id=${ids.sam}&month=2026-12-01`)).can_set).toBe(true);
    for (const name of ['kim', 'max', 'fay']) {
      expect((await list(name, `user_id=${ids.sam}`)).statusCode, name).toBe(403);
      expect((await set(name)).statusCode, name).toBe(403);
    }
    expect((await put('sam', goal, 1)).statusCode).toBe(403);
    expect((await put('max', goal, 1)).statusCode).toBe(403);
  });

  it('are limited to one of a kind per month: a second is 409', async () => {
    const answer = await set('vic');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'goal_exists']);
  });

  it('are 409 with the current goal on a stale change, and audited on success', async () => {
    expect((await put('mia', goal, 2, 1)).json()).toMatchObject({ target: 2, state: 'reached', version: 2 });
    const stale = await put('vic', goal, 20, 1);
    expect([stale.statusCode, stale.json().code, stale.json().current?.target]).toEqual([409, 'stale_version', 2]);
    const rows = await server.db.query.selectFrom('audit_log').selectAll().where('entity', '=', 'goal').orderBy('id').execute();
    expect(rows.at(-1)).toMatchObject({ action: 'goal.changed', before: { target: 15 }, after: { target: 2, kind: 'close_deals' } });
  });

  it.each([
    ['a target of zero', { target: 0 }, 'target'],
    ['a negative target', { target: -3 }, 'target'],
    ['a target of one and a half deals', { target: 1.5 }, 'target'],
    ['too many deals', { target: 10_001 }, 'target'],
    ['a third decimal place', { kind: 'book_amount', target: 1.005 }, 'target'],
    ['a month more than a year ahead', { month: '2027-12-01' }, 'month'],
  ])('refuse %s and name it', async (_what, body, field) => {
    const answer = await set('mia', { kind: 'close_deals', month: '2026-12-01', ...body });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]]);
  });

  it('answer 400 to an invalid month, 409 to a past one, 403 to a stranger, 404 without a person', async () => {
    expect((await set('mia', { month: '2026-12-02' })).statusCode).toBe(400);
    expect((await list('mia', `user_id=${ids.sam}&month=2026-13-01`)).statusCode).toBe(400);
    const over = await set('mia', { month: '2026-10-01' });
    expect([over.statusCode, over.json().code]).toEqual([409, 'goal_over']);
    expect((await set('mia', { user_id: '999999' })).statusCode).toBe(403);
    expect((await set('vic', { user_id: '999999' })).statusCode).toBe(404);
    expect((await list('vic', 'user_id=999999')).statusCode).toBe(404);
  });

  it('become met or missed after their month, permanently', async () => {
    server.clock.set('2026-12-01T12:00:00Z');
    tokens.mia = (await server.signIn('mia@example.test')).access_token;
    const after = await goalsOf('mia');
    expect(after.data.map(({ kind, state, actions }) => [kind, state, actions])).toEqual([
      ['close_deals', 'met', []],
      ['book_amount', 'met', []],
      ['collect_amount', 'missed', []],
    ]);
    expect((await put('mia', goal, 5)).json().code).toBe('goal_over');
    server.clock.set('2026-11-21T12:00:00Z');
    tokens.mia = (await server.signIn('mia@example.test')).access_token;
  });

  it('can be deleted once by whoever set them', async () => {
    const remove = (name: string) => server.call('DELETE', `/api/v1/goals/${goal.id}`, { token: tokens[name] });
    expect((await remove('sam')).statusCode).toBe(403);
    expect((await remove('mia')).statusCode).toBe(204);
    expect((await remove('mia')).statusCode).toBe(404);
    expect((await goalsOf('mia')).kinds).toEqual(['close_deals']);
  });
});

describe('recent activity', () => {
  const page = async (name: string, query = ''): Promise<ActivityPage> =>
    (await server.call('GET', `/api/v1/activity?${query}`, { token: tokens[name] })).json();
  const notices = [
    ['2026-11-20', 'deal_closed', 'Scratch club', null, null],
    ['2026-11-12', 'quota_milestone', null, null, 1],
    ['2026-11-12', 'commission_earned', null, 150, null],
    ['2026-11-05', 'quota_milestone', null, null, 0.8],
    ['2026-11-05', 'commission_earned', null, 10, null],
    ['2026-11-03', 'deal_closed', 'Minecraft camp', 4000, null],
    ['2026-10-31', 'deal_closed', 'Of October', 4000, null],
    ['2026-10-10', 'commission_earned', null, 395, null],
    ['2026-10-02', 'deal_created', 'Lost one', 4000, null],
    ['2026-10-02', 'deal_created', 'Of October', 4000, null],
    ['2026-10-02', 'deal_created', 'Scratch club', null, null],
    ['2026-10-02', 'deal_created', 'Minecraft camp', 4000, null],
  ];

  it('spec 2.42: lists the four types from the facts, newest first, page by page', async () => {
    const first = await page('sam');
    const next = await page('sam', `cursor=${first.cursor}`);
    const rows = [...first.data, ...next.data].map(({ day, kind, title, amount, attainment }) => [
      day,
      kind,
      kind.startsWith('deal') ? title : null,
      amount,
      attainment,
    ]);
    expect(rows).toEqual(notices);
    expect([first.data.length, next.cursor]).toEqual([10, null]);
    expect(new Set([...first.data, ...next.data].map(({ id }) => id)).size).toBe(notices.length);
  });

  it('spec 6.02: shows another’s to people who may see it; others get 403, and an invalid cursor 400', async () => {
    expect((await page('fay', `user_id=${ids.sam}`)).data).toHaveLength(10);
    const refused = await server.call('GET', `/api/v1/activity?user_id=${ids.sam}`, { token: tokens.kim });
    expect(refused.statusCode).toBe(403);
    expect((await server.call('GET', '/api/v1/activity?cursor=AAAA', { token: tokens.sam })).statusCode).toBe(400);
    expect((await page('kim')).data).toEqual([]);
  });
});
