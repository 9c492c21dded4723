import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonPage } from '../../../contract/entities/personPage.ts';
import type { Role } from '../../../contract/entities/user.ts';
import { createFactWriter } from '../support/facts.ts';
import { type TestApp, testApp } from '../support/testApp.ts';
import { eventRow } from '../support/worlds/events.ts';

let server: TestApp;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const november = { start_date: '2026-11-01', end_date: '2026-11-30' };

const ask = (name: string, id: number | string | undefined, query: Readonly<Record<string, string>> = november) =>
  server.call('GET', `/api/v1/people/${id}?${new URLSearchParams(query)}`, { token: tokens[name] });
const read = async (name: string, of: string): Promise<PersonPage> => {
  const answer = await ask(name, ids[of]);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

beforeAll(async () => {
  server = await testApp();
  const add = async (name: string, role: Role, overrides: object = {}) => {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name, last_name: 'Quill', ...overrides });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  };
  await add('ada', 'admin');
  await add('val', 'vp_sales');
  await add('fay', 'finance');
  await add('eve', 'events_manager');
  await add('mia', 'sales_manager', { manager_id: ids.val });
  await add('max', 'sales_manager');
  await add('sam', 'salesperson', { manager_id: ids.mia });
  await add('kim', 'salesperson');
  const facts = createFactWriter(server.db, ids.ada ?? 0, server.clock);
  const book = (name: string, booking_date: string, net_cents: number) =>
    facts.addInvoice({ salesperson_id: ids[name] ?? 0, booking_date, net_cents });
  await book('sam', '2026-10-05', 20_000_00);
  await book('sam', '2026-11-03', 10_000_00);
  await book('kim', '2026-11-04', 90_000_00);
  const deal = (owner: string, name: string, amount_cents: number, state: 'open' | 'lost' = 'open') => ({
    name,
    customer_name: 'Acme School',
    owner_id: ids[owner] ?? 0,
    stage: 'Proposal',
    state,
    amount_cents,
    probability: '0.5',
    lost_reason: state === 'lost' ? 'price' : null,
    expected_close_date: '2026-12-01',
    closed_on: state === 'lost' ? '2026-11-05' : null,
  });
  await server.db.query
    .insertInto('deals')
    .values([deal('sam', 'Small', 100_00), deal('sam', 'Large', 900_00), deal('sam', 'Gone', 5_00, 'lost'), deal('kim', 'Other', 7_00)])
    .execute();
  await server.db.query
    .insertInto('events')
    .values([
      eventRow({ customer_name: 'Later', starts_at: '2026-12-03T16:00:00Z', sales_person: 'Sam Quill' }),
      eventRow({ customer_name: 'Next', starts_at: '2026-11-25T16:00:00Z', sales_person: 'sam quill' }),
      eventRow({ customer_name: 'Past', starts_at: '2026-11-02T16:00:00Z', sales_person: 'Sam Quill' }),
      eventRow({ customer_name: 'Called off', starts_at: '2026-11-26T16:00:00Z', sales_person: 'Sam Quill', activity_type: 'Canceled' }),
      eventRow({ customer_name: 'Namesake', starts_at: '2026-11-27T16:00:00Z', sales_person: 'Sam Quillon' }),
    ])
    .execute();
  const adjustment = { adjustment_amount: '40', adjustment_reason: 'A prize', effective_date: '2026-11-10', kind: 'prize' };
  for (const name of ['sam', 'kim']) {
    const answer = await server.call('POST', '/api/v1/adjustments', {
      token: tokens.val,
      body: { ...adjustment, user_id: String(ids[name]) },
    });
    expect(answer.statusCode, answer.body).toBe(201);
  }
  const records = (await server.call('GET', '/api/v1/commissions?start_date=2026-11-01&end_date=2026-11-30', { token: tokens.sam })).json();
  const question = await server.call('POST', `/api/v1/commissions/${records.data[0].id}/disputes`, {
    token: tokens.sam,
    body: { message: 'Why so little?' },
  });
  expect(question.statusCode, question.body).toBe(201);
});
afterAll(() => server.close());

describe('access to person pages (decisions 3.10)', () => {
  const everybody = ['ada', 'val', 'fay', 'eve', 'mia', 'max', 'sam', 'kim'];
  it.each([
    ['ada', everybody],
    ['val', everybody],
    ['fay', everybody],
    ['mia', ['mia', 'sam']],
    ['max', ['max']],
    ['sam', ['sam']],
    ['eve', ['eve']],
  ] as const)('%s sees %j, and others appear not to exist', async (name, seen) => {
    const missing = await ask(name, 999_999);
    expect(missing.statusCode).toBe(404);
    for (const other of everybody) {
      const answer = await ask(name, ids[other]);
      if ((seen as readonly string[]).includes(other)) expect(answer.statusCode, `${name} ${other} ${answer.body}`).toBe(200);
      else {
        expect(answer.statusCode, `${name} ${other}`).toBe(404);
        expect(answer.json()).toMatchObject({ code: 'not_found', message: missing.json().message });
      }
    }
  });

  it('answers 404 to an impossible id, and names an invalid day', async () => {
    for (const id of ['0', '-1', 'abc', '1e3', '9'.repeat(30)]) expect((await ask('ada', id)).statusCode).toBe(404);
    const reversed = await ask('ada', ids.sam, { start_date: '2026-11-30', end_date: '2026-11-01' });
    expect([reversed.statusCode, Object.keys(reversed.json().errors)]).toEqual([400, ['end_date']]);
    expect((await ask('ada', ids.sam, { start_date: '2026-11-01' })).statusCode).toBe(400);
  });
});

describe('contents of the page (decisions 3.10)', () => {
  it('names the person, the manager and the plan', async () => {
    expect(await read('fay', 'sam')).toMatchObject({
      id: String(ids.sam),
      name: 'sam Quill',
      role: 'salesperson',
      territory: null,
      active: true,
      manager: { id: String(ids.mia), name: 'mia Quill', manager_id: String(ids.val) },
      plan: { plan_id: 'default' },
    });
    expect((await read('ada', 'kim')).manager).toBeNull();
  });

  it('has the range’s figures, and twelve months with their quota', async () => {
    const { money } = await read('mia', 'sam');
    expect(money?.summary).toMatchObject({ total_commission_earned: 540, total_commission_paid: 0, total_commission_due: 40 });
    expect(money?.months).toHaveLength(12);
    expect(money?.months[0]).toMatchObject({ month: '2025-12-01', sales: 0 });
    expect(money?.months.slice(-2)).toMatchObject([
      { month: '2026-10-01', sales: 20_000 },
      { month: '2026-11-01', sales: 10_000 },
    ]);
    const [october, last] = money?.months.slice(-2) ?? [];
    expect(october?.quota_amount).toBeCloseTo((100_000 * 31) / 92, 2);
    expect(last?.quota_attainment).toBeCloseTo(10_000 / ((100_000 * 30) / 92), 4);
  });

  it('lists open deals with their total, adjustments, disputes, and the next events with exactly that person’s name', async () => {
    const page = await read('val', 'sam');
    expect([page.deals?.count, page.deals?.amount, page.deals?.data.map(({ name }) => name)]).toEqual([2, 1000, ['Large', 'Small']]);
    expect(page.adjustments).toMatchObject({ count: 1, data: [{ adjustment_amount: 40, adjustment_reason: 'A prize' }] });
    expect(page.questions?.map(({ salesperson_name }) => salesperson_name)).toEqual(['sam Quill']);
    expect(page.events.map(({ customer }) => customer.name)).toEqual(['Next', 'Later']);
    const other = await read('val', 'kim');
    expect([other.deals?.count, other.adjustments?.count, other.questions, other.events]).toEqual([1, 1, [], []]);
  });

  it('omits the parts that the table denies', async () => {
    const goals = async (name: string, of: string) => (await read(name, of)).goals;
    expect([await goals('fay', 'sam'), await goals('mia', 'sam'), await goals('sam', 'sam')]).toEqual([null, [], []]);
    expect((await read('val', 'sam')).next_payout).toBeNull();
    expect((await read('fay', 'sam')).next_payout).toMatchObject({ amount: 40 });
  });

  it('decisions 3.02: shows an events manager their events and no money', async () => {
    expect(await read('eve', 'eve')).toMatchObject({
      money: null,
      next_payout: null,
      plan: null,
      goals: null,
      deals: null,
      adjustments: null,
      questions: null,
      events: [],
    });
  });
});
