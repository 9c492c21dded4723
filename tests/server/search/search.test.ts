import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchHit } from '../../../contract/entities/search.ts';
import type { Role } from '../../../contract/entities/user.ts';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { type TestApp, testApp } from '../support/testApp.ts';
import { eventRow } from '../support/worlds/events.ts';

let server: TestApp;
let facts: Facts;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

const ask = (name: string, q: string) => server.call('GET', `/api/v1/search?${new URLSearchParams({ q })}`, { token: tokens[name] });
const find = async (name: string, q: string): Promise<SearchHit[]> => {
  const answer = await ask(name, q);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const titles = async (name: string, q: string): Promise<string[]> => (await find(name, q)).map(({ kind, title }) => `${kind} ${title}`);

beforeAll(async () => {
  server = await testApp();
  const add = async (name: string, role: Role, overrides: object = {}) => {
    ids[name] = await server.add({ email: `${name}@example.test`, role, first_name: name, last_name: 'Quill', ...overrides });
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  };
  await add('ada', 'admin');
  await add('fay', 'finance');
  await add('eve', 'events_manager');
  await add('mia', 'sales_manager');
  await add('sam', 'salesperson', { manager_id: ids.mia });
  await add('kim', 'salesperson');
  facts = createFactWriter(server.db, ids.ada ?? 0, server.clock);
  const book = (name: string, invoice_number: string, customer_name: string) =>
    facts.addInvoice({ salesperson_id: ids[name] ?? 0, booking_date: '2026-11-03', net_cents: 1000_00, invoice_number, customer_name });
  await book('sam', '77001-A', 'Oak_Grove 100% "School"');
  await book('kim', '77002-A', 'Oakland Library');
  for (const [name, owner] of [
    ['Oak summer', 'sam'],
    ['Oak winter', 'kim'],
  ] as const) {
    const deal = { name, customer_name: 'Somebody', owner_id: ids[owner] ?? 0, stage: 'Proposal', state: 'open' as const };
    await server.db.query
      .insertInto('deals')
      .values({ ...deal, amount_cents: 1, probability: '0.5', lost_reason: null, expected_close_date: null, closed_on: null })
      .execute();
  }
  await server.db.query
    .insertInto('events')
    .values(eventRow({ customer_name: 'Oakwood Camp', starts_at: '2026-11-09T16:00:00Z' }))
    .execute();
});
afterAll(() => server.close());

describe('search results', () => {
  it('decisions 1.02: include everything for an admin, each with a link', async () => {
    expect(await titles('ada', 'oak')).toEqual(['customer Oakwood Camp', 'deal Oak summer', 'deal Oak winter', 'event Oakwood Camp']);
    const [record] = await find('ada', '77001');
    expect(record).toMatchObject({
      kind: 'record',
      title: '77001-A',
      detail: 'Oak_Grove 100% "School" · sam Quill · Nov 3, 2026',
      link: `/commissions?period=month&start=2026-11-01&end=2026-11-30&row=${record?.id}`,
    });
    expect((await find('ada', 'sam q'))[0]).toMatchObject({
      kind: 'person',
      title: 'sam Quill',
      link: `/people/${ids.sam}`,
    });
    expect((await find('fay', 'sam@'))[0]?.link).toBe(`/people/${ids.sam}`);
    expect((await find('mia', 'sam q'))[0]?.link).toBe(`/people/${ids.sam}`);
    expect((await find('mia', 'kim q'))[0]?.link).toBe(`/commissions?period=year&start=2026-01-01&end=2026-12-31&person=${ids.kim}`);
  });

  it('decisions 3.10: link a customer to its page, or to the records for people who may not open it', async () => {
    const { id } = await server.db.query.insertInto('customers').values({ name: 'Zeta School' }).returning('id').executeTakeFirstOrThrow();
    expect((await find('ada', 'zeta'))[0]?.link).toBe(`/customers/${id}`);
    expect((await find('mia', 'zeta'))[0]?.link).toBe('/commissions?period=year&start=2026-01-01&end=2026-12-31&search=Zeta+School');
    await facts.addInvoice({
      ...{ salesperson_id: ids.sam ?? 0, booking_date: '2026-11-03', net_cents: 10_00, invoice_number: '78001-Z' },
      ...{ customer_name: 'Zeta School', customer_id: id },
    });
    for (const name of ['mia', 'sam']) expect((await find(name, 'zeta'))[0]?.link, name).toBe(`/customers/${id}`);
    expect(await titles('kim', 'zeta')).toEqual([]);
  });

  it('spec 6.04, decisions 3.04: include a salesperson’s own invoices, customers and deals, and no people', async () => {
    expect(await titles('sam', '7700')).toEqual(['record 77001-A']);
    expect(await titles('kim', '7700')).toEqual(['record 77002-A']);
    expect(await titles('sam', 'oak')).toEqual([
      'customer Oak_Grove 100% "School"',
      'customer Oakwood Camp',
      'deal Oak summer',
      'event Oakwood Camp',
    ]);
    expect(await titles('sam', 'quill')).toEqual([]);
  });

  it('decisions 1.02: match part of an invoice number, after numbers with that prefix', async () => {
    expect(await titles('ada', '002')).toEqual(['record 77002-A']);
    expect(await titles('ada', '7001-')).toEqual(['record 77001-A']);
    expect(await titles('kim', '002')).toEqual(['record 77002-A']);
    expect(await titles('sam', '002')).toEqual([]);
    // Two characters and words stay prefixes.
    expect(await titles('ada', '02')).toEqual([]);
    expect(await titles('ada', 'grove')).toEqual([]);
  });

  it('decisions 3.04: include the team’s deals for a manager; decisions 3.02: and no money for an events manager', async () => {
    expect((await titles('mia', 'oak')).filter((title) => title.startsWith('deal'))).toEqual(['deal Oak summer']);
    expect(await titles('eve', '7700')).toEqual([]);
    expect(await titles('eve', 'oak')).toEqual(['customer Oakwood Camp', 'event Oakwood Camp']);
    expect((await find('eve', 'sam'))[0]?.link).toBe('/events?period=year&start=2026-01-01&end=2026-12-31&sales_person=sam+Quill');
  });

  it('decisions 3.04: mark drafts as drafts, for readers of that person’s invoices', async () => {
    const draft = { salesperson_id: ids.sam ?? 0, booking_date: '2026-11-05', net_cents: 10_00, customer_name: 'Oakland Library' };
    const id = await facts.addInvoice({ ...draft, invoice_number: '77900-D' });
    await server.db.query.deleteFrom('commission_records').where('invoice_id', '=', id).execute();
    await server.db.query.updateTable('invoices').set({ state: 'draft' }).where('id', '=', id).execute();
    const result = {
      kind: 'invoice',
      id: String(id),
      title: '77900-D',
      detail: 'Draft · Oakland Library',
      link: `/invoices?invoice=${id}`,
    };
    for (const name of ['ada', 'fay', 'mia']) expect(await find(name, '77900'), name).toEqual([result]);
    for (const name of ['sam', 'kim', 'eve']) expect(await find(name, '77900'), name).toEqual([]);
    await server.db.query
      .updateTable('users')
      .set({ manager_id: null })
      .where('id', '=', ids.sam ?? 0)
      .execute();
    expect(await find('mia', '77900')).toEqual([]);
    await server.db.query
      .updateTable('users')
      .set({ manager_id: ids.mia ?? null })
      .where('id', '=', ids.sam ?? 0)
      .execute();
  });

  it('decisions 2.09: include clauses of readable plans, by their words', async () =>
    expect((await find('sam', 'over quota'))[0]).toMatchObject({
      kind: 'clause',
      title: 'Net revenue over the quota earns 7.5%.',
      link: '/plans?plan=default&clause=plans%5B0%5D.over_quota_commission_rate',
    }));

  it.each([
    ['nothing', ''],
    ['blanks', '   '],
  ])('are empty for %s', async (_what, q) => expect(await find('ada', q)).toEqual([]));

  it.each(['%', '_', "'", '"', '\\', "' or 1=1 --", '7700_', '%7700', 'oak%'])('treat %j as plain text', async (q) =>
    expect(await titles('ada', q)).toEqual([]),
  );

  it('match % and _ and quotes literally', async () => {
    expect(await titles('sam', 'oak_')).toEqual(['customer Oak_Grove 100% "School"']);
    expect(await titles('sam', 'oak_grove 100% "s')).toEqual(['customer Oak_Grove 100% "School"']);
  });

  it('are at most five of each kind for one letter; 10,000 letters are 400 and name the field', async () => {
    expect((await find('ada', 'o')).length).toBeLessThanOrEqual(30);
    const longQuery = await ask('ada', 'x'.repeat(10_000));
    expect([longQuery.statusCode, Object.keys(longQuery.json().errors ?? {})]).toEqual([400, ['q']]);
    expect((await server.call('GET', '/api/v1/search', { token: tokens.ada })).statusCode).toBe(400);
    expect((await server.call('GET', '/api/v1/search?q=a', {})).statusCode).toBe(401);
  });
});
