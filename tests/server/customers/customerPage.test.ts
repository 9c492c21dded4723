import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerPage } from '../../../contract/entities/customerPage.ts';
import type { Role } from '../../../contract/entities/user.ts';
import { createFactWriter } from '../support/facts.ts';
import { type TestApp, testApp } from '../support/testApp.ts';
import { eventRow } from '../support/worlds/events.ts';

let server: TestApp;
const ids: Record<string, number> = {};
const customers: Record<string, number> = {};
const tokens: Record<string, string> = {};

const ask = (name: string, id: number | string | undefined) => server.call('GET', `/api/v1/customers/${id}`, { token: tokens[name] });
const read = async (name: string, customer: string): Promise<CustomerPage> => {
  const answer = await ask(name, customers[customer]);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

beforeAll(async () => {
  server = await testApp();
  const add = async (name: string, role: Role, overrides: object = {}) => {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name, last_name: 'Quill', ...overrides });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  };
  await add('fay', 'finance');
  await add('val', 'vp_sales');
  await add('eve', 'events_manager');
  await add('mia', 'sales_manager');
  await add('sam', 'salesperson', { manager_id: ids.mia });
  await add('kim', 'salesperson');
  const addCustomer = async (key: string, name: string) => {
    const row = await server.db.query
      .insertInto('customers')
      .values({ name, email: 'desk@mesa.test' })
      .returning('id')
      .executeTakeFirstOrThrow();
    customers[key] = row.id;
  };
  await addCustomer('mesa', 'Mesa Library');
  await addCustomer('quiet', 'Quiet School');
  await addCustomer('hidden', 'Hidden School');
  await addCustomer('met', 'Met at an event');
  await addCustomer('renamed', 'Renamed School');
  const facts = createFactWriter(server.db, ids.fay ?? 0, server.clock);
  const book = async (name: string, customer: string, customer_name: string, booking_date: string, cents: number, due_date: string) => {
    const id = await facts.addInvoice({
      ...{ salesperson_id: ids[name] ?? 0, booking_date, net_cents: cents, customer_name },
      customer_id: customers[customer] ?? 0,
    });
    await server.db.query.updateTable('invoices').set({ due_date }).where('id', '=', id).execute();
    return id;
  };
  const paid = await book('sam', 'mesa', 'Mesa Library', '2026-10-05', 1_000_00, '2026-11-05');
  await book('sam', 'mesa', 'Mesa Library', '2026-10-06', 300_00, '2026-11-06');
  await book('kim', 'mesa', 'Mesa Library', '2026-11-04', 90_00, '2026-12-04');
  await book('kim', 'hidden', 'Hidden School', '2026-11-04', 70_00, '2026-12-04');
  await facts.pay(paid, 1_000_00, '2026-11-10');
  await server.db.query
    .insertInto('receipts')
    .values([
      { customer_id: customers.mesa ?? 0, amount_cents: 55_00, received_on: '2026-11-12', method: 'check', state: 'completed' },
      { customer_id: customers.hidden ?? 0, amount_cents: 5_00, received_on: '2026-11-12', method: 'check', state: 'completed' },
    ])
    .execute();
  const deal = (owner: string, name: string, amount_cents: number, state: 'open' | 'won') => ({
    ...{ name, customer_name: 'Mesa Library', owner_id: ids[owner] ?? 0, stage: 'Proposal', state, amount_cents, probability: '0.5' },
    ...{ lost_reason: null, expected_close_date: '2026-12-01', closed_on: state === 'won' ? '2026-11-05' : null },
  });
  await server.db.query
    .insertInto('deals')
    .values([deal('sam', 'Camp', 900_00, 'open'), deal('kim', 'Club', 50_00, 'won')])
    .execute();
  await server.db.query
    .insertInto('events')
    .values([
      eventRow({ customer_name: ' mesa library', starts_at: '2026-12-03T16:00:00Z' }),
      eventRow({ customer_name: 'Mesa Library Annex', starts_at: '2026-12-04T16:00:00Z' }),
      eventRow({ customer_name: 'Met at an event', starts_at: '2026-11-04T16:00:00Z' }),
    ])
    .execute();
});
afterAll(() => server.close());

describe('access to customer pages (decisions 3.10)', () => {
  it.each([
    ['fay', ['mesa', 'quiet', 'hidden', 'met', 'renamed']],
    ['val', ['mesa', 'quiet', 'hidden', 'met', 'renamed']],
    // spec 6.02: a manager sees every record, and so every customer with one.
    ['mia', ['mesa', 'hidden', 'met']],
    ['sam', ['mesa', 'met']],
    ['kim', ['mesa', 'hidden', 'met']],
    ['eve', ['mesa', 'met']],
  ] as const)('%s sees %j, and others appear not to exist', async (name, seen) => {
    const missing = await ask(name, 999_999);
    expect(missing.statusCode).toBe(404);
    for (const [key, id] of Object.entries(customers)) {
      const answer = await ask(name, id);
      if ((seen as readonly string[]).includes(key)) expect(answer.statusCode, `${name} ${key} ${answer.body}`).toBe(200);
      else expect([answer.statusCode, answer.json().message], `${name} ${key}`).toEqual([404, missing.json().message]);
    }
  });

  it('answers 404 to an impossible id', async () => {
    for (const id of ['0', '-1', 'abc', '1e3', '9'.repeat(30)]) expect((await ask('fay', id)).statusCode).toBe(404);
  });
});

describe('contents of the page (decisions 3.10)', () => {
  it('totals all invoices for people who may read all, and the team’s for a manager', async () => {
    expect(await read('fay', 'mesa')).toMatchObject({
      name: 'Mesa Library',
      email: 'desk@mesa.test',
      money: { invoiced: 1390, received: 1000, open: 390, overdue: 300 },
      invoices: { count: 3 },
    });
    const page = await read('mia', 'mesa');
    expect(page.money).toEqual({ invoiced: 1300, received: 1000, open: 300, overdue: 300 });
    expect(page.sellers).toEqual([{ id: String(ids.sam), name: 'sam Quill', manager_id: String(ids.mia), invoices: 2, invoiced: 1300 }]);
    expect((await read('fay', 'mesa')).sellers?.map(({ name, invoiced }) => [name, invoiced])).toEqual([
      ['sam Quill', 1300],
      ['kim Quill', 90],
    ]);
    expect((await read('fay', 'mesa')).invoices?.data.map(({ booking_date }) => booking_date)).toEqual([
      '2026-11-04',
      '2026-10-06',
      '2026-10-05',
    ]);
  });

  it('omits email and totals for a manager who may read none of its invoices', async () => {
    expect(await read('mia', 'hidden')).toMatchObject({ email: null, money: null, invoices: { count: 0, data: [] }, sellers: [] });
    expect(await read('fay', 'met')).toMatchObject({ email: 'desk@mesa.test', money: { invoiced: 0, open: 0 } });
  });

  it('finds deals by customer, or by name only without one, next to close first', async () => {
    const customer_id = customers.renamed ?? 0;
    const row = (name: string, overrides: object) => ({
      ...{ name, customer_name: 'Name before', customer_id, owner_id: ids.sam ?? 0, stage: 'Proposal', state: 'open' as const },
      ...{ amount_cents: 10_00, probability: '0.5', lost_reason: null, expected_close_date: '2027-01-01', closed_on: null },
      ...overrides,
    });
    await server.db.query
      .insertInto('deals')
      .values([
        row('Later', {}),
        row('Won first', { state: 'won', closed_on: '2026-10-05' }),
        row('Won last', { state: 'won', closed_on: '2026-11-05' }),
        row('Without a day', { expected_close_date: null }),
        row('Sooner', { expected_close_date: '2026-12-24' }),
        row('By name', { customer_id: null, customer_name: 'RENAMED School', expected_close_date: '2026-12-25' }),
        row('Elsewhere', { customer_id: customers.quiet ?? 0, customer_name: 'Renamed School' }),
      ])
      .execute();
    const { deals } = await read('sam', 'renamed');
    expect(deals?.data.map(({ name }) => name)).toEqual(['Sooner', 'By name', 'Later', 'Without a day', 'Won last', 'Won first']);
    expect(deals).toMatchObject({ count: 6, open: 4, open_amount: 30 });
    expect((await read('sam', 'quiet')).deals?.data.map(({ name }) => name)).toEqual(['Elsewhere']);
    expect((await ask('kim', customers.renamed)).statusCode).toBe(404);
  });

  it('shows payments and unapplied money only to people who manage payments', async () => {
    expect((await read('fay', 'mesa')).payments).toMatchObject({
      count: 1,
      unapplied: 55,
      data: [{ amount: 55, customer_name: 'Mesa Library' }],
    });
    for (const name of ['val', 'mia', 'sam', 'eve']) expect((await read(name, 'mesa')).payments, name).toBeNull();
  });

  it('lists deals that the caller may read, and events with exactly this name', async () => {
    expect((await read('val', 'mesa')).deals).toMatchObject({ count: 2, open: 1, open_amount: 900 });
    const own = await read('sam', 'mesa');
    expect([own.deals?.data.map(({ name }) => name), own.money, own.invoices, own.sellers, own.email]).toEqual([
      ['Camp'],
      null,
      null,
      null,
      null,
    ]);
    expect(own.events.map(({ customer }) => customer.name.trim())).toEqual(['mesa library']);
    expect(await read('eve', 'mesa')).toMatchObject({ money: null, invoices: null, payments: null, sellers: null, deals: null });
  });

  it('shares one page with a company of the same name from a connection', async () => {
    const connection = await server.db.query
      .insertInto('connections')
      .values({ kind: 'quickbooks', name: 'Books' } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const outside = await server.db.query
      .insertInto('customers')
      .values({ name: 'MESA Library', connection_id: connection.id, external_id: '9' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const page = await ask('fay', outside.id);
    expect(page.json()).toMatchObject({
      id: String(outside.id),
      money: { invoiced: 1390 },
      deals: { count: 2 },
      payments: { unapplied: 55 },
    });
  });
});
