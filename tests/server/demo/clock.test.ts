import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoCompanyName, loadDemo } from '../../../server/demo/loadDemo.ts';
import { addDemoBank } from '../../../server/demo/money/bank.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';

/** Planned or due days, which are in the future by nature. */
const planned = [
  'events.starts_at',
  'events.ends_at',
  'events.day',
  'events.until_day',
  'event_days.day',
  'event_days.until_day',
  'deals.expected_close_date',
  'deals.close_sort',
  'invoices.due_date',
  'invoice_balances.due_date',
  'goals.period_start',
  'goals.period_end',
  'payouts.paid_on',
  'pay_periods.end_date',
  'reports.end_date',
];
/** Rows that the database itself stamped during loading, by the real clock, are newer than this. */
const REAL_PAST = '2025-12-31';

// Shortly after midnight in Phoenix, before office hours: on an ordinary Monday, on the last and on the first day of a year.
describe.each(['2025-03-03T08:40:00.000Z', '2025-01-01T06:30:00.000Z', '2025-01-01T07:30:00.000Z'])('the demo company at %s', (now) => {
  let db: TestDatabase;
  const today = new Date(Date.parse(now) - 7 * 3_600_000).toISOString().slice(0, 10);
  beforeAll(async () => {
    db = await freshDatabase();
    await loadDemo(db, { today, now: new Date(now), scale: 0.1, passwordHash: 'hash' });
    await addDemoBank(db, today, new Date(now));
  }, 300_000);
  afterAll(() => db.drop());
  const rows = async <Row>(statement: string): Promise<Row[]> => (await sql.raw<Row>(statement).execute(db.query)).rows;

  test('decisions 2.01: has no row dated after its own clock', async () => {
    expect(await rows(`select company_name from general_settings where company_name = '${demoCompanyName}'`)).toHaveLength(1);
    const columns = await rows<{
      table: string;
      column: string;
      type: string;
    }>(`select c.table_name as table, column_name as column, data_type as type
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('timestamp with time zone', 'date') order by 1, 2`);
    const late: string[] = [];
    for (const { table, column, type } of columns.filter(({ table, column }) => !planned.includes(`${table}.${column}`))) {
      const limit = type === 'date' ? today : now;
      const result = await rows<{ value: string }>(
        `select "${column}"::text as value from "${table}" where "${column}" > '${limit}' and "${column}" < '${REAL_PAST}' limit 1`,
      );
      if (result[0]) late.push(`${table}.${column} ${result[0].value}`);
    }
    expect(late).toEqual([]);
  });

  test('schedules only unpaid payouts ahead', async () => {
    expect(await rows(`select id from payouts where paid_on > '${today}' and state <> 'pending'`)).toEqual([]);
  });
});
