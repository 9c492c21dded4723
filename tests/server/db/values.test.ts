import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

/** Far from UTC on purpose: a driver that creates local midnights would be off by a day here. */
process.env.TZ = 'America/Phoenix';

const statement = `select
  9007199254740991::int8 as int8, count(*) as counted, sum(4) as summed, 12.50::numeric as numeric, 0.5::float8 as float8, 7 as int4, true as bool,
  date '2026-03-08' as date, timestamptz '2026-11-21 02:00:00-07' as whole, timestamptz '2026-11-21 09:00:00.1Z' as tenth,
  timestamptz '2026-11-21 09:00:00.123456Z' as micro, '{"a":[1,null,"x"]}'::jsonb as jsonb, '[1]'::json as json, null::date as nothing,
  array['a,b', null, 'c"d']::text[] as texts, array[1, 9007199254740991]::int8[] as int8s, array[date '2026-01-01'] as dates,
  array[timestamptz '2026-01-01 00:00Z'] as instants, array[1.50::numeric] as numerics, 'a' as unknown, current_setting('TimeZone') as zone`;

const expected = {
  int8: 9007199254740991,
  counted: 1,
  summed: 4,
  numeric: '12.50',
  float8: 0.5,
  int4: 7,
  bool: true,
  date: '2026-03-08',
  whole: '2026-11-21T09:00:00.000Z',
  tenth: '2026-11-21T09:00:00.100Z',
  micro: '2026-11-21T09:00:00.123456Z',
  jsonb: { a: [1, null, 'x'] },
  json: [1],
  nothing: null,
  texts: ['a,b', null, 'c"d'],
  int8s: [1, 9007199254740991],
  dates: ['2026-01-01'],
  instants: ['2026-01-01T00:00:00.000Z'],
  numerics: ['1.50'],
  unknown: 'a',
  zone: 'UTC',
};

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.drop());

/** The expected values are written out, so passing on both databases proves that they return the same. */
describe('values', () => {
  test('keep the table’s types in a query without parameters', async () => {
    const { rows } = await sql.raw(statement).execute(db.query);
    expect(rows).toEqual([expected]);
  });

  test('match in a named statement with parameters', async () => {
    const rows = await db.named('values', `${statement} where $1::int = 1`, [1]);
    expect(rows).toEqual([expected]);
    expect(await db.named('values', `${statement} where $1::int = 1`, [1])).toEqual([expected]);
  });

  test('return bytes unchanged, of any length including zero', async () => {
    const whole = Uint8Array.from({ length: 1_048_576 }, (_, index) => (index * 7919) % 256);
    for (const sent of [whole, whole.subarray(3, 260), new Uint8Array()]) {
      const { rows } = await sql<{ back: Uint8Array; size: number }>`select ${sent}::bytea as back, length(${sent}::bytea) as size`.execute(
        db.query,
      );
      expect(rows[0]?.size).toBe(sent.length);
      expect(Buffer.compare(Buffer.from(rows[0]?.back ?? []), Buffer.from(sent))).toBe(0);
    }
  });

  test('refuse an integer too large for a number instead of rounding', async () => {
    await expect(sql`select 9007199254740993::int8 as big`.execute(db.query)).rejects.toThrow('9007199254740993');
    await expect(db.ping()).resolves.toBeUndefined();
  });

  test('return as written', async () => {
    const deal = await db.query
      .insertInto('deals')
      .values({
        name: 'Robots & <b>books</b> 🤖 مرحبا',
        customer_name: 'Mesa Public Library',
        owner_id: null,
        stage: 'Verbal',
        amount_cents: 123_456_789_012,
        probability: '0.9',
        state: 'open',
        lost_reason: null,
        expected_close_date: '2026-03-08',
        closed_on: null,
        created_at: '2026-11-21T09:00:00.000Z',
      })
      .returning(['name', 'amount_cents', 'probability', 'expected_close_date', 'created_at'])
      .executeTakeFirstOrThrow();
    expect(deal).toEqual({
      name: 'Robots & <b>books</b> 🤖 مرحبا',
      amount_cents: 123_456_789_012,
      probability: '0.9000',
      expected_close_date: '2026-03-08',
      created_at: '2026-11-21T09:00:00.000Z',
    });
  });

  test('take json as text and return it as a value', async () => {
    const orders = { commissions: [{ key: 'status', visible: false }] };
    const user = await db.query
      .insertInto('users')
      .values({
        email: 'a@b.test',
        first_name: 'A',
        last_name: 'B',
        role: 'admin',
        territory: null,
        manager_id: null,
        password_hash: null,
        temporary_password_expires_at: null,
        table_column_orders: JSON.stringify(orders),
      })
      .returning('table_column_orders')
      .executeTakeFirstOrThrow();
    expect(user.table_column_orders).toEqual(orders);
  });
});
