import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Adjustment, adjustmentSortFields } from '../../../contract/entities/adjustment.ts';
import { addRecord } from '../support/records.ts';
import { type Answer, type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let sam: number;
let kim: number;
const tokens: Record<string, string> = {};
const authors: number[] = [];

beforeAll(async () => {
  server = await testApp();
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson' });
  kim = await server.add({ email: 'kim@example.test', role: 'salesperson' });
  for (const [name, last_name] of [
    ['vic', 'zimmer'],
    ['ada', 'Abel'],
  ] as const)
    authors.push(await server.add({ email: `${name}@example.test`, role: name === 'vic' ? 'vp_sales' : 'admin', last_name }));
  await server.add({ email: 'eve@example.test', role: 'events_manager' });
  for (const name of ['sam', 'kim', 'vic', 'ada', 'eve']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  // Few amounts, reasons and instants for many rows: keyset pagination fails on ties.
  for (let index = 0; index < 40; index += 1) {
    const user_id = index % 3 === 0 ? kim : sam;
    const commission_id = await addRecord(server.db, { user_id, booking_date: '2026-11-02' });
    const { invoice_id } = await server.db.query
      .selectFrom('commission_records')
      .select('invoice_id')
      .where('id', '=', commission_id)
      .executeTakeFirstOrThrow();
    await server.db.query
      .insertInto('adjustments')
      .values({
        commission_id,
        related_invoice_id: invoice_id,
        user_id,
        decided_by: null,
        decided_at: null,
        amount_cents: ((index % 4) - 5) * 100,
        reason: ['Late', 'early ', 'Ärger', `${'x'.repeat(150)}${index}`, "it's \\ 50%"][index % 5]!,
        state: index % 4 === 0 ? 'pending' : 'approved',
        effective_date: `2026-11-${String(1 + (index % 9)).padStart(2, '0')}`,
        created_by: authors[index % 2]!,
        created_at: `2026-11-10T10:00:00.${index % 2 ? '123456' : '5'}Z`,
      })
      .execute();
  }
});
afterAll(() => server.close());

const list = (query: string, name = 'ada'): Promise<Answer> => server.call('GET', `/api/v1/adjustments?${query}`, { token: tokens[name] });
const walk = async (query: string, limit: number, name = 'ada'): Promise<Adjustment[]> => {
  const rows: Adjustment[] = [];
  let answer = await list(`${query}&limit=${limit}`, name);
  for (;;) {
    expect(answer.statusCode, answer.body).toBe(200);
    const { data, pagination } = answer.json();
    rows.push(...data);
    if (pagination.cursor === null) return rows;
    expect(data).toHaveLength(limit);
    answer = await list(`cursor=${pagination.cursor}&limit=${limit}`, name);
  }
};
const listOrdered = async (by: string, direction: string): Promise<string[]> => {
  const { rows } = await sql<{ id: number }>`
    select a.id from adjustments a join users u on u.id = a.created_by order by ${sql.raw(by)} ${sql.raw(direction)}, a.id ${sql.raw(direction)}`.execute(
    server.db.query,
  );
  return rows.map(({ id }) => String(id));
};
const by = {
  adjustment_amount: 'amount_cents',
  adjustment_reason: 'lower(left(reason, 100))',
  created_by: "lower(u.last_name || ' ' || u.first_name)",
  created_at: 'a.created_at',
};

describe('adjustment list', () => {
  it.each(adjustmentSortFields.flatMap((field) => (['asc', 'desc'] as const).map((direction) => [field, direction] as const)))(
    'spec 7.21: sorts by %s %s in pages of 3 and 40, returning every row once, in order',
    async (field, direction) => {
      const expected = await listOrdered(by[field], direction);
      for (const limit of [3, 40])
        expect((await walk(`sort_field=${field}&sort_direction=${direction}`, limit)).map(({ id }) => id)).toEqual(expected);
    },
  );

  it('spec 7.21: defaults to newest first and continues from cursor and limit alone', async () => {
    expect((await walk('', 9)).map(({ id }) => id)).toEqual(await listOrdered('a.created_at', 'desc'));
    const rows = await walk('start_date=2026-11-03&end_date=2026-11-05&state=approved&sort_field=adjustment_amount', 2);
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows)
      expect([row.state, row.effective_date! >= '2026-11-03' && row.effective_date! <= '2026-11-05']).toEqual(['approved', true]);
    const { pagination } = (await list('start_date=2026-11-03&end_date=2026-11-05&limit=1')).json();
    expect(pagination).toMatchObject({ limit: 1, total: 14 });
  });

  it('spec 6.02: shows salespeople their own rows even with another’s cursor, and events managers nothing', async () => {
    expect(new Set((await walk('', 5, 'sam')).map(({ user_id }) => user_id))).toEqual(new Set([String(sam)]));
    const { cursor } = (await list('limit=5', 'sam')).json().pagination;
    expect((await list(`cursor=${cursor}&limit=5`, 'kim')).json().code).toBe('cursor_invalid');
    expect((await list(`cursor=${cursor}&limit=5`, 'ada')).json().code).toBe('cursor_invalid');
    expect((await list('', 'eve')).json().data).toEqual([]);
  });

  it('refuses a single date, an unknown sort, and a cursor of another list or query', async () => {
    for (const query of [
      'start_date=2026-11-01',
      'sort_field=state',
      'sort_direction=up',
      'limit=0',
      'limit=501',
      'cursor=abc',
      'user_id=1',
    ])
      expect((await list(query)).statusCode, query).toBe(400);
    const commissions = await server.call('GET', '/api/v1/commissions?start_date=2026-11-01&end_date=2026-11-30&limit=1', {
      token: tokens.ada,
    });
    expect((await list(`cursor=${commissions.json().pagination.cursor}`)).json().code).toBe('cursor_invalid');
    const { cursor } = (await list('limit=5')).json().pagination;
    expect((await list(`cursor=${cursor}&sort_field=adjustment_amount`)).json().code).toBe('cursor_invalid');
    const forged = Buffer.from(JSON.stringify(['adjustments-1', null, null, null, null, 'created_at', 'desc', 'now', 1])).toString(
      'base64url',
    );
    expect((await list(`cursor=${forged}`)).json().code).toBe('cursor_invalid');
  });
});

describe('invoice lookup', () => {
  const lookUp = (q: string, name = 'ada') =>
    server.call('GET', `/api/v1/invoices/lookup?q=${encodeURIComponent(q)}`, { token: tokens[name] });
  const numbers = async (q: string, name = 'ada'): Promise<string[]> =>
    (await lookUp(q, name)).json().data.map((row: { invoice_number: string }) => row.invoice_number);

  beforeAll(async () => {
    const invoice = {
      customer_name: 'Bücherei',
      salesperson_id: null,
      gross_cents: 1,
      net_cents: 1,
      booking_date: '2026-11-01',
      state: 'sent' as const,
    };
    const made = ['10%A', '10_A', '10xA', 'Z-10%A', 'Q\\1', ...Array.from({ length: 25 }, (_, index) => `BULK-${100 + index}`), 'A-BULK-1'];
    await server.db.query
      .insertInto('invoices')
      .values(made.map((invoice_number) => ({ ...invoice, invoice_number })))
      .execute();
  });

  it('spec 3.08, 7.29: lists prefix matches before other matches, and takes % and _ literally', async () => {
    expect(await numbers('10%')).toEqual(['10%A', 'Z-10%A']);
    expect(await numbers('10_a')).toEqual(['10_A']);
    expect(await numbers('\\1')).toEqual(['Q\\1']);
    expect(await numbers('bulk-1')).toHaveLength(20);
    expect((await numbers('BULK-12')).slice(0, 5)).toEqual(['BULK-120', 'BULK-121', 'BULK-122', 'BULK-123', 'BULK-124']);
    expect((await lookUp('10%A')).json().data[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      invoice_number: '10%A',
      customer: { name: 'Bücherei' },
    });
    expect(await numbers('   ')).toEqual([]);
    expect((await lookUp('x'.repeat(101))).statusCode).toBe(400);
  });

  it('lists the records of an invoice as choices, and only their own for a salesperson', async () => {
    const commission = await addRecord(server.db, { user_id: sam, booking_date: '2026-11-02', amount_cents: 70_00 });
    const { invoice_id, invoice_number, ...record } = await server.db.query
      .selectFrom('commission_records')
      .selectAll()
      .where('id', '=', commission)
      .executeTakeFirstOrThrow();
    expect((await lookUp(invoice_number)).json().data[0]).not.toHaveProperty('commissions');
    const { id } = await server.db.query
      .insertInto('commission_records')
      .values({ ...record, id: undefined, invoice_id, invoice_number, user_id: kim, amount_cents: 30_00, parts: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await lookUp(invoice_number)).json().data[0].commissions).toEqual([
      { id: String(commission), salesperson: expect.any(String), amount: 70 },
      { id: String(id), salesperson: expect.any(String), amount: 30 },
    ]);
    expect((await lookUp(invoice_number, 'sam')).json().data[0]).not.toHaveProperty('commissions');
  });

  it('decisions 2.10: reports which invoices are adjustable, and offers managers only their team’s', async () => {
    const mia = await server.add({ email: 'lookup-mia@example.test', role: 'sales_manager' });
    const tim = await server.add({ email: 'tim@example.test', role: 'salesperson', manager_id: mia, first_name: 'Tim', last_name: 'Team' });
    tokens.mia = (await server.signIn('lookup-mia@example.test')).access_token;
    const record = await addRecord(server.db, { user_id: tim, booking_date: '2026-11-03', amount_cents: 80_00 });
    const { invoice_number } = await server.db.query
      .selectFrom('commission_records')
      .select('invoice_number')
      .where('id', '=', record)
      .executeTakeFirstOrThrow();
    expect(await numbers('T-', 'mia')).toEqual([invoice_number]);
    const [found] = (await lookUp(invoice_number, 'mia')).json().data;
    expect(found.adjustable).toEqual([{ id: String(record), salesperson: 'Tim Team', now: 80, at_once: 500 }]);
    const body = { adjustment_amount: '120', adjustment_reason: 'Travel', related_invoice_id: found.id };
    expect((await server.call('POST', '/api/v1/adjustments', { token: tokens.mia, body })).statusCode).toBe(201);
    const [repeated] = (await lookUp(invoice_number, 'mia')).json().data;
    expect(repeated.adjustable).toEqual([{ id: String(record), salesperson: 'Tim Team', now: 125, at_once: 380 }]);
    expect((await lookUp(invoice_number, 'sam')).json().data).toEqual([]);
  });

  it('spec 6.04: shows salespeople the invoices of their own commissions', async () => {
    const numberOf = async (user_id: number): Promise<string> => {
      const record = await addRecord(server.db, { user_id, booking_date: '2026-11-04' });
      const { invoice_number } = await server.db.query
        .selectFrom('commission_records')
        .select('invoice_number')
        .where('id', '=', record)
        .executeTakeFirstOrThrow();
      return invoice_number;
    };
    const [sams, kims] = [await numberOf(sam), await numberOf(kim)];
    expect([await numbers(sams, 'sam'), await numbers(sams, 'kim')]).toEqual([[sams], []]);
    expect([await numbers(kims, 'sam'), await numbers(kims, 'kim')]).toEqual([[], [kims]]);
    expect(await numbers('BULK', 'sam')).toEqual([]);
  });
});
