import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commissionsRepository } from '../../../server/db/repositories/commissions/commissions.ts';
import { addRandomRecords, addRecord, recomputeMonths } from '../support/records.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

const RANGE = 'start_date=2026-01-01&end_date=2026-12-31';
let server: TestApp;
let sam: number;
let kim: number;
const tokens: Record<string, string> = {};
const made: Record<string, string> = {};

beforeAll(async () => {
  server = await testApp();
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', last_name: 'Poe' });
  kim = await server.add({ email: 'kim@example.test', role: 'salesperson', first_name: 'Kim', last_name: 'Ray' });
  await server.add({ email: 'fay@example.test', role: 'finance', first_name: 'Fay', last_name: 'Nance' });
  await addRandomRecords(server.db, [sam, kim], { seed: 7, count: 30, from: '2026-02-01', days: 60 });
  const add = async (name: string, user_id: number, customer_name: string, notes: string | null): Promise<void> => {
    const id = await addRecord(server.db, { user_id, booking_date: '2026-03-10', notes, status: 'over_paid' });
    made[name] = String(id);
    const record = server.db.query.selectFrom('commission_records').select('invoice_id').where('id', '=', id);
    await server.db.query.updateTable('invoices').set({ customer_name }).where('id', 'in', record).execute();
  };
  await add('library', sam, 'Flagstaff Public Library', 'Renewal, 100% in May');
  await add('museum', kim, 'Museum_of Robots', null);
  await recomputeMonths(server.db);
  for (const name of ['sam', 'fay']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
});
afterAll(() => server.close());

const list = (query: string, name = 'fay'): Promise<Answer> =>
  server.call('GET', `/api/v1/commissions?${RANGE}&limit=100&${query}`, { token: tokens[name] });
const ids = async (search: string, name = 'fay'): Promise<string[]> =>
  (await list(`search=${encodeURIComponent(search)}`, name)).json().data.map((row: { id: string }) => row.id);
/** Adds records of one day in June, each with its invoice. */
const addMany = (userId: number, count: number) =>
  sql`with added as (
      insert into invoices (invoice_number, customer_name, salesperson_id, gross_cents, net_cents, booking_date, state)
      select 'MANY-' || n, 'Acme School', ${userId}, 100, 100, '2026-06-01', 'sent' from generate_series(1, ${count}::int) n returning id, invoice_number
    ) insert into commission_records (invoice_id, invoice_number, user_id, booking_date, gross_cents, net_cents, base_cents, over_cents, amount_cents, status)
    select id, invoice_number, ${userId}, '2026-06-01', 100, 100, 100, 0, 5, 'not_due' from added`.execute(server.db.query);

describe('search in Commissionable Sales', () => {
  it('decisions 1.02: is advertised', async () => {
    expect((await server.call('GET', '/api/v1/public/settings')).json().features).toContain('commission-search');
  });

  it.each([
    ['flagSTAFF pub', ['library']],
    ['100%', ['library']],
    ['museum_', ['museum']],
    ['no such word', []],
  ])('matches %s in customer and notes literally', async (search, names) => {
    expect(await ids(search)).toEqual(names.map((name) => made[name]));
  });

  it('finds an invoice by number and a person by full name', async () => {
    const { invoice_number } = await server.db.query
      .selectFrom('commission_records')
      .select('invoice_number')
      .where('id', '=', Number(made.library))
      .executeTakeFirstOrThrow();
    expect(await ids(invoice_number)).toContain(made.library);
    const { data, pagination } = (await list('search=kim%20ray')).json();
    expect(new Set(data.map((row: { user_id: string }) => row.user_id))).toEqual(new Set([String(kim)]));
    expect([data.length, pagination.total]).toEqual([31, 31]);
  });

  it('is part of the cursor, which refuses another search', async () => {
    const first = (await list('search=kim')).json();
    expect(first.data).toHaveLength(31);
    const page = (await server.call('GET', `/api/v1/commissions?${RANGE}&limit=20&search=kim`, { token: tokens.fay })).json();
    const next = (await server.call('GET', `/api/v1/commissions?cursor=${page.pagination.cursor}&limit=20`, { token: tokens.fay })).json();
    expect([...page.data, ...next.data].map(({ id }) => id)).toEqual(first.data.map(({ id }: { id: string }) => id));
    const other = await server.call('GET', `/api/v1/commissions?cursor=${page.pagination.cursor}&limit=20&search=sam`, {
      token: tokens.fay,
    });
    expect([other.statusCode, other.json().code]).toEqual([400, 'cursor_invalid']);
  });

  it('spec 6.04: shows a salesperson nothing of others', async () => {
    expect(await ids('museum', 'sam')).toEqual([]);
    expect(await ids('flagstaff', 'sam')).toEqual([made.library]);
  });

  it('spec 2.35: combines with status (including overpaid) and person, while the summary covers the range', async () => {
    const whole = (await list('')).json();
    const { data, summary, pagination } = (await list(`search=library&status=over_paid&user_id=${sam}`)).json();
    expect(data.map(({ id }: { id: string }) => id)).toEqual([made.library]);
    expect(data[0].customer_name).toBe('Flagstaff Public Library');
    expect(pagination.total).toBe(1);
    expect((await list(`user_id=${sam}`)).json().summary).toEqual(summary);
    expect((await list('search=library')).json().summary).toEqual(whole.summary);
  });

  it('looks invoices up only where the range has many records', async () => {
    const lookups = async (filter: {
      userId: number | null;
      start_date: string;
    }): Promise<readonly [lookups: number, found: number | null]> => {
      let lookups = 0;
      const query = server.db.query.withPlugin({
        transformQuery: ({ node }) => {
          if (JSON.stringify(node).includes('from invoices where invoice_number ilike')) lookups += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const question = { managerId: null, status: null, search: 'flagstaff', end_date: '2026-12-31', ...filter };
      const found = await commissionsRepository({ ...server.db, query }).count(question, 100);
      return [lookups, found];
    };
    await addMany(kim, 1_100);
    expect(await lookups({ userId: sam, start_date: '2026-01-01' })).toEqual([0, 1]);
    expect(await lookups({ userId: null, start_date: '2026-12-01' })).toEqual([0, 0]);
    expect(await lookups({ userId: null, start_date: '2026-01-01' })).toEqual([1, 1]);
    expect(await ids('museum_')).toEqual([made.museum]);
  });
});
