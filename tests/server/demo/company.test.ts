import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commissionStatuses } from '../../../contract/entities/commission.ts';
import { notices } from '../../../contract/messages/notifications.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { isEmpty, loadDemo } from '../../../server/demo/loadDemo.ts';
import { previewEverybody } from '../../../server/domain/commissions/recompute/index.ts';
import { currentConfig } from '../../../server/domain/plans/config.ts';
import { freshDatabase, type TestDatabase } from '../support/testDatabase.ts';
import { recomputed, recorded } from './recomputed.ts';

const today = '2026-11-21';
let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  expect(await isEmpty(db)).toBe(true);
  await loadDemo(db, { today, passwordHash: 'hash' });
}, 120_000);
afterAll(() => db.drop());

const rows = async <Row>(statement: string): Promise<Row[]> => (await sql.raw<Row>(statement).execute(db.query)).rows;
const one = async <Row>(statement: string): Promise<Row> => (await rows<Row>(statement))[0] as Row;
const counts = async (statement: string): Promise<Record<string, number>> =>
  Object.fromEntries((await rows<{ key: string; n: number }>(statement)).map(({ key, n }) => [key, n]));

describe('demo company', () => {
  test('has each past record once, not due before its payment, and today’s records unchanged', async () => {
    const on = (day: string) =>
      openStore(db).asKnown(`${day}T07:00:00.000Z`, async (past) => {
        const { byStatus } = await past.commissionSums.inRange(
          { start_date: '2026-01-01', end_date: '2026-12-31' },
          { userId: null, managerId: null },
        );
        return { byStatus, records: byStatus.reduce((sum, { records }) => sum + records, 0) };
      });
    const booked = async (before: string) =>
      Number(
        (
          await one<{ n: number }>(`select count(*) as n from commission_records
      where booking_date between '2026-01-01' and '2026-12-31' and booking_date < '${before}'`)
        ).n,
      );
    const june = await on('2026-06-15');
    expect(june.records).toBe(await booked('2026-06-15'));
    expect(june.byStatus.find(({ status }) => status === 'not_due')?.records).toBeGreaterThan(20);
    const currentSums = await openStore(db).commissionSums.inRange(
      { start_date: '2026-01-01', end_date: '2026-12-31' },
      { userId: null, managerId: null },
    );
    const byName = (a: { status: string }, b: { status: string }) => a.status.localeCompare(b.status);
    expect((await on('2999-01-01')).byStatus.toSorted(byName)).toEqual(currentSums.byStatus.toSorted(byName));
  });

  test('has records as the engine writes them, including steps, except for the cause', async () => {
    const store = openStore(db);
    const current = await currentConfig(store);
    let records = 0;
    for await (const { diff } of previewEverybody(store, current, today)) {
      expect([diff.inserts, diff.removals, diff.late]).toEqual([[], [], []]);
      records += diff.updates.length;
      for (const { before, after } of diff.updates) {
        const { id: _, adjusted: __, paid: ___, paid_on: ____, held: _____, held_until: ______, ...was } = before;
        // A different version alone is no change.
        expect({ ...was, reason: after.reason, config_version: after.config_version }).toEqual(after);
      }
    }
    expect(records).toBeGreaterThan(10_000);
  });

  test('decisions 2.08: has its newest seller on a plan with a draw since the quarter began', async () => {
    expect(
      await rows(`select plan_id, min(booking_date) >= '2026-10-01' as since, count(distinct user_id)::int8 as people,
        bool_and(user_id = (select id from users where role = 'salesperson' and active order by created_at desc limit 1)) as last
        from commission_records group by 1 order by 1`),
    ).toEqual([
      { plan_id: 'default', since: false, people: 40, last: false },
      { plan_id: 'first-year', since: true, people: 1, last: true },
    ]);
    // The settings show the configuration in use.
    expect(
      await one('select commissions_config = (select config from config_versions order by id desc limit 1) as same from general_settings'),
    ).toEqual({ same: true });
  });

  test('decisions 2.08: gives an invoice the type of its customer, so that a clause for libraries prices its sales', async () => {
    const odd = await rows(`select i.id, i.customer_type, c.customer_type as theirs from invoices i
      join customers c on c.id = i.customer_id where i.customer_type is distinct from c.customer_type or i.customer_type is null`);
    expect(odd).toEqual([]);
  });

  test('has people with managers and territories', async () => {
    expect(await isEmpty(db)).toBe(false);
    expect(await counts('select role as key, count(*) as n from users group by 1')).toEqual({
      admin: 1,
      vp_sales: 1,
      sales_manager: 4,
      salesperson: 40,
      finance: 2,
      events_manager: 3,
    });
    expect(await rows("select role from users where not active or password_hash <> 'hash'")).toEqual([
      { role: 'salesperson' },
      { role: 'salesperson' },
    ]);
    expect(await rows("select id from users where role = 'salesperson' and (manager_id is null or territory is null)")).toEqual([]);
    expect(await one("select m.email from users u join users m on m.id = u.manager_id where u.email = 'sales@demo.test'")).toEqual({
      email: 'manager@demo.test',
    });
    expect(await one('select company_name from general_settings')).toEqual({ company_name: 'Brightpath Coding' });
  });

  test('has the numbers of the decisions, and the next number of each table is free', async () => {
    const n = await counts(`select 'invoices' as key, count(*) as n from invoices union all select 'deals', count(*) from deals
      union all select 'events', count(*) from events union all select 'adjustments', count(*) from adjustments`);
    expect(n.deals).toBe(800);
    expect(n.events).toBe(3000);
    expect(n.invoices).toBeGreaterThan(11_000);
    expect(n.invoices).toBeLessThan(13_000);
    expect(n.adjustments).toBeGreaterThan(350);
    expect(n.adjustments).toBeLessThan(450);
    const last = await one<{ id: number }>('select max(id) as id from invoices');
    const next = await one<{ id: number }>("select nextval(pg_get_serial_sequence('invoices', 'id')) as id");
    expect(next.id).toBe(last.id + 1);
  });

  test('has records that equal contract/rules on invoices, payments, adjustments and payouts', async () => {
    const expected = await recomputed(db);
    expect(expected.size).toBeGreaterThan(10_000);
    expect(await recorded(db)).toEqual(expected);
  });

  test('has commission_months equal to the raw totals', async () => {
    const sums = `count(*) as records, count(*) filter (where net_cents > 0) as positive_records, sum(greatest(net_cents, 0))::int8 as positive_net_cents,
      sum(net_cents)::int8 as commissionable_cents, 0::int8 as override_cents,
      ${['gross', 'net', 'base', 'over', 'amount', 'adjustments', 'paid', 'due', 'released'].map((name) => `sum(${name}_cents)::int8 as ${name}_cents`).join(', ')}`;
    const raw = await rows(
      `select user_id, date_trunc('month', booking_date)::date as month, status, ${sums} from commission_records group by 1, 2, 3 order by 1, 2, 3`,
    );
    expect(raw.length).toBeGreaterThan(1000);
    expect(await rows('select * from commission_months order by user_id, month, status')).toEqual(raw);
  });

  test('has all five statuses and every other case a screen shows', async () => {
    expect(Object.keys(await counts('select status as key, count(*) as n from commission_records group by 1')).sort()).toEqual(
      [...commissionStatuses].sort(),
    );
    expect(Object.keys(await counts('select state as key, count(*) as n from adjustments group by 1')).sort()).toEqual([
      'approved',
      'pending',
      'rejected',
      'void',
    ]);
    expect(Object.keys(await counts('select state as key, count(*) as n from payouts group by 1')).sort()).toEqual([
      'completed',
      'failed',
      'pending',
      'processing',
    ]);
    expect(Object.keys(await counts('select state as key, count(*) as n from customer_payments group by 1')).sort()).toEqual([
      'completed',
      'failed',
      'pending',
    ]);
    const specialCounts = await one<Record<string, number>>(`select (select count(*) from invoices where state = 'draft') as drafts,
      (select count(*) from invoices where state = 'cancelled') as cancelled, (select count(*) from invoices where credit_of_id is not null) as memos,
      (select count(*) from customer_payments where reversal_of_id is not null) as returned, (select count(*) from payouts where reversal_of_id is not null) as reversed`);
    for (const [what, n] of Object.entries(specialCounts)) expect(n, what).toBeGreaterThan(0);
  });

  test('has payouts equal to the sum of their lines, each of one person, not approved by their creator', async () => {
    expect(
      await rows(`select p.id from payouts p join payout_lines l on l.payout_id = p.id join commission_records r on r.id = l.commission_id
        group by p.id having p.amount_cents <> sum(l.amount_cents) or bool_or(r.user_id <> p.user_id) or p.created_by = p.approved_by`),
    ).toEqual([]);
  });

  test('has only plans after today, and numbers that rise with the days', async () => {
    expect(
      await rows(`select 1 from invoices where booking_date > '${today}' union all select 1 from customer_payments where payment_date > '${today}'
        union all select 1 from adjustments where effective_date > '${today}' union all select 1 from payouts where paid_on > '${today}' and state <> 'pending'`),
    ).toEqual([]);
    expect(
      await rows(
        'select a.id from invoices a join invoices b on b.id = a.id + 1 where a.booking_date > b.booking_date or a.invoice_number >= b.invoice_number',
      ),
    ).toEqual([]);
  });

  test('has quarterly attainment from about half to 140%, mostly 70 to 115%', async () => {
    const attained = await rows<{ share: number }>(`select sum(net_cents)::float8 / 10000000 as share from commission_records r
      where booking_date < '2026-10-01' and user_id not in (select user_id from commission_records group by 1
        having min(booking_date) > '2024-12-31' or max(booking_date) < '2026-10-01') group by user_id, date_trunc('quarter', booking_date)`);
    const shares = attained.map(({ share }) => share).sort((a, b) => a - b);
    expect(shares[0]).toBeGreaterThan(0.4);
    expect(shares.at(-1)).toBeLessThan(1.5);
    expect(shares.at(-1)).toBeGreaterThan(1.2);
    expect(shares.filter((share) => share > 0.7 && share < 1.15).length / shares.length).toBeGreaterThan(0.7);
  });

  test('has 10 to 25 records in several statuses this month for the demo seller', async () => {
    const statuses = await counts(`select status as key, count(*) as n from commission_records r join users u on u.id = r.user_id
      where u.email = 'sales@demo.test' and booking_date >= '2026-11-01' group by 1`);
    const total = Object.values(statuses).reduce((sum, n) => sum + n, 0);
    expect(total).toBeGreaterThanOrEqual(10);
    expect(total).toBeLessThanOrEqual(25);
    expect(Object.keys(statuses).length).toBeGreaterThanOrEqual(3);
  });

  test('has fifteen notifications per demo account, some unread', async () => {
    const inboxes = await rows<{
      email: string;
      n: number;
      unread: number;
    }>(`select email, count(*) as n, count(*) filter (where read_at is null) as unread
      from notifications n join users u on u.id = n.user_id group by 1 order by 1`);
    expect(inboxes.map(({ email, n }) => [email, n])).toEqual(
      ['admin', 'events', 'finance', 'manager', 'sales', 'vp'].map((name) => [`${name}@demo.test`, 15]),
    );
    for (const { email, unread } of inboxes) expect(unread, email).toBeGreaterThan(0);
    expect(await rows(`select id from notifications where created_at >= '${today}' or message ~ 'NaN|undefined|null'`)).toEqual([]);
  });

  test('has overpayment notices with production wording, which promise no deduction (decisions 2.24)', async () => {
    const overpaid = await rows<{ title: string; message: string }>("select title, message from notifications where title ~* 'over ?paid'");
    expect(overpaid.length).toBeGreaterThan(0);
    for (const { title, message } of overpaid) {
      expect(title).toBe(notices.overpaid.title);
      expect(message).toMatch(/\$[\d,.]+ more was paid on invoice \S+ than is released\.$/);
    }
  });

  test('has events in five zones, some without zone or day, and some with tricky text', async () => {
    const zones = await counts("select coalesce(timezone, 'none') as key, count(*) as n from events group by 1");
    for (const zone of [
      'America/New_York',
      'America/Chicago',
      'America/Denver',
      'America/Los_Angeles',
      'America/Phoenix',
      'US/Arizona',
      'America/Pheonix',
    ]) {
      expect(zones[zone], zone).toBeGreaterThan(0);
    }
    const specialCounts = await one<
      Record<string, number>
    >(`select count(*) filter (where tbd) as tbd, count(*) filter (where devices like '%|%') as several,
      count(*) filter (where program_notes like '%<b>%') as markup, count(*) filter (where shift is not null) as shifts,
      count(*) filter (where activity_type = 'Canceled') as canceled from events`);
    for (const [what, n] of Object.entries(specialCounts)) expect(n, what).toBeGreaterThan(0);
    const hours = await one<{
      early: number;
      late: number;
    }>(`select min(extract(hour from starts_at at time zone 'America/Phoenix'))::int as early,
      max(extract(hour from starts_at at time zone 'America/Phoenix'))::int as late from events where timezone in ('America/Phoenix', 'US/Arizona')`);
    expect(hours).toEqual({ early: 9, late: 18 });
  });
});
