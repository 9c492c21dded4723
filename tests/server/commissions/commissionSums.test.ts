import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromCents } from '../../../contract/rules/money.ts';
import { addDays, type DateRange } from '../../../contract/rules/time/period.ts';
import { buildApp } from '../../../server/app.ts';
import { monthParts } from '../../../server/db/repositories/commissions/commissionSums.ts';
import { addRandomRecords } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

const FROM = '2024-11-10';
const DAYS = 500;
let server: TestApp;
let people: number[];
let token: string;

beforeAll(async () => {
  server = await testApp();
  people = [];
  for (const name of ['sam', 'kim', 'lee']) people.push(await server.add({ email: `${name}@example.test`, role: 'salesperson' }));
  await server.add({ email: 'left@example.test', role: 'salesperson', active: false });
  people.push(await server.add({ email: 'boss@example.test', role: 'sales_manager' }));
  await server.add({ email: 'admin@example.test', role: 'admin' });
  await addRandomRecords(server.db, people, { seed: 42, count: 120, from: FROM, days: DAYS });
  token = (await server.signIn('admin@example.test')).access_token;
});
afterAll(() => server.close());

const summary = async ({ start_date, end_date }: DateRange, userId?: number) => {
  const owner = userId === undefined ? '' : `&user_id=${userId}`;
  const answer = await server.call('GET', `/api/v1/commissions/summary?start_date=${start_date}&end_date=${end_date}${owner}`, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json().summary;
};

/** The oracle: sums every record individually, without the code under test. */
const sumRecords = async ({ start_date, end_date }: DateRange, userId?: number) => {
  const all = await server.db.query.selectFrom('commission_records').selectAll().execute();
  const adjustments = await server.db.query.selectFrom('adjustments').selectAll().execute();
  const mine = all.filter((row) => userId === undefined || row.user_id === userId);
  const rows = mine.filter((row) => row.booking_date >= start_date && row.booking_date <= end_date);
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const effective = adjustments.filter(
    (row) =>
      row.state === 'approved' &&
      (userId === undefined || row.user_id === userId) &&
      row.effective_date >= start_date &&
      row.effective_date <= end_date,
  );
  const year = `${end_date.slice(0, 4)}-01-01`;
  const positive = rows.filter((row) => row.net_cents > 0);
  const has = (status: string) => rows.some((row) => row.status === status);
  const status = () => {
    if (rows.length === 0) return null;
    if (has('over_paid')) return 'over_paid';
    if (rows.every((row) => row.status === 'paid')) return 'paid';
    if (has('paid') || has('partially_paid')) return 'partially_paid';
    return has('due') ? 'due' : 'not_due';
  };
  // For everybody, a team share is excluded: its revenue is already in the sellers' records.
  const counted = userId === undefined ? rows.filter((row) => row.credit !== 'override') : rows;
  const net = sum(counted.map((row) => row.net_cents));
  const base = sum(rows.map((row) => row.base_cents)) + net - sum(rows.map((row) => row.net_cents));
  const commission = sum(rows.map((row) => row.amount_cents));
  const adjusted = sum(effective.map((row) => row.amount_cents));
  return {
    period_net_revenue: fromCents(net),
    base_revenue: fromCents(base),
    over_quota_revenue: fromCents(sum(rows.map((row) => row.over_cents))),
    total_adjustments: fromCents(adjusted),
    period_commission: fromCents(commission),
    total_commission: fromCents(commission + adjusted),
    commission_status: status(),
    average_deal_size: positive.length === 0 ? 0 : Math.round(sum(positive.map((row) => row.net_cents)) / positive.length) / 100,
    effective_commission_rate: net === 0 ? 0 : commission / net,
    ytd_progress: fromCents(
      sum(mine.filter((row) => row.booking_date >= year && row.booking_date <= end_date).map((row) => row.commissionable_cents)),
    ),
    total_commissionable_sales: fromCents(sum(rows.map((row) => row.commissionable_cents))),
    total_commission_earned: fromCents(commission + sum(rows.map((row) => row.adjustments_cents))),
    total_commission_paid: fromCents(sum(rows.map((row) => row.paid_cents))),
    total_commission_due: fromCents(sum(rows.map((row) => row.due_cents))),
    total: rows.length,
  };
};

const ranges = fc
  .tuple(fc.nat(DAYS + 60), fc.nat(DAYS))
  .map(([offset, length]) => ({ start_date: addDays(FROM, offset - 30), end_date: addDays(FROM, offset - 30 + length) }));

describe('summary', () => {
  it('decisions 2.06: equals the totals of the records for any range and person', async () => {
    await fc.assert(
      fc.asyncProperty(ranges, fc.constantFrom(undefined, ...people), async (range, userId) => {
        const { total, ...expected } = await sumRecords(range, userId);
        expect(await summary(range, userId)).toMatchObject(expected);
        const owner = userId === undefined ? '' : `&user_id=${userId}`;
        const url = `/api/v1/commissions?start_date=${range.start_date}&end_date=${range.end_date}&limit=1${owner}`;
        expect((await server.call('GET', url, { token })).json().pagination.total).toBe(total);
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it.each([
    ['one day', '2025-03-15', '2025-03-15'],
    ['the first day of a month', '2025-03-01', '2025-03-01'],
    ['the last day of a month', '2025-02-28', '2025-02-28'],
    ['a whole month', '2025-02-01', '2025-02-28'],
    ['a month without its last day', '2025-02-01', '2025-02-27'],
    ['a month without its first day', '2025-02-02', '2025-02-28'],
    ['halves of two months', '2025-01-16', '2025-02-14'],
    ['whole months plus a day at either end', '2024-12-31', '2025-04-01'],
    ['a range across the turn of the year', '2024-12-15', '2025-01-15'],
  ])('decisions 2.06: of %s (%s to %s) equals the totals of the records', async (_what, start_date, end_date) => {
    const { total: _total, ...expected } = await sumRecords({ start_date, end_date });
    expect(await summary({ start_date, end_date })).toMatchObject(expected);
  });

  it('decisions 2.06: matches the one in the list', async () => {
    const range = { start_date: '2025-02-10', end_date: '2025-08-03' };
    const listed = await server.call('GET', `/api/v1/commissions?${new URLSearchParams(range)}`, { token });
    expect(listed.json().summary).toEqual(await summary(range));
  });
});

describe('quota', () => {
  const quarter = { start_date: '2025-04-01', end_date: '2025-06-30' };

  it('decisions 2.06: is 100,000 a quarter for a salesperson, with attainment as a fraction', async () => {
    const one = await summary(quarter, people[0]);
    expect(one).toMatchObject({ quota_amount: 100_000, base_commission_rate: 0.05, over_quota_commission_rate: 0.075 });
    expect(one.quota_attainment).toBeCloseTo(one.total_commissionable_sales / 100_000, 12);
    expect(one.ytd_target).toBe(200_000);
  });

  it('decisions 2.06: is prorated by day if the range cuts the quarter', async () => {
    expect((await summary({ start_date: '2025-04-01', end_date: '2025-04-30' }, people[0])).quota_amount).toBe(32_967.03);
  });

  it('decisions 2.06: of several people covers the active salespeople', async () => {
    expect((await summary(quarter)).quota_amount).toBe(300_000);
  });

  it('decisions 2.06: is 0 with null attainment if the plan gives none', async () => {
    expect(await summary(quarter, people[3])).toMatchObject({ quota_amount: 0, quota_attainment: null, ytd_target: 0 });
  });
});

describe('months of a range', () => {
  it.each([
    ['2026-01-01', '2026-03-31', { from: '2026-01-01', to: '2026-04-01' }],
    ['2026-01-02', '2026-03-30', { from: '2026-02-01', to: '2026-03-01' }],
    ['2025-12-15', '2026-01-31', { from: '2026-01-01', to: '2026-02-01' }],
  ])('from %s to %s', (start_date, end_date, expected) => {
    expect(monthParts({ start_date, end_date })).toMatchObject(expected);
  });

  it('cover every day once, including partial months', () => {
    fc.assert(
      fc.property(ranges, (range) => {
        const { from, to, head, tail } = monthParts(range);
        for (let day = addDays(range.start_date, -40); day <= addDays(range.end_date, 40); day = addDays(day, 1)) {
          const parts = [
            day >= from && day < to,
            day >= head.start_date && day <= head.end_date,
            day >= tail.start_date && day <= tail.end_date,
          ];
          expect(parts.filter(Boolean)).toHaveLength(day >= range.start_date && day <= range.end_date ? 1 : 0);
        }
        for (const edge of [from, to]) if (from < to) expect(edge).toMatch(/-01$/);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  it('decisions 2.06: reflect another server’s latest writes', async () => {
    const other = buildApp({ db: server.db, clock: server.clock, config: { logLevel: 'silent', trustProxy: [], publicUrl: undefined } });
    await other.ready();
    const url = '/api/v1/commissions/summary?start_date=2025-03-01&end_date=2025-03-31';
    const adjusted = async (app: typeof other): Promise<number> =>
      (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).json().summary.total_adjustments;
    const before = await adjusted(server.app);
    // The second response is the one that is cached.
    expect([await adjusted(other), await adjusted(server.app), await adjusted(other)]).toEqual([before, before, before]);

    const { id: _, ...one } = await server.db.query.selectFrom('adjustments').selectAll().limit(1).executeTakeFirstOrThrow();
    const more = { ...one, calculation: null, amount_cents: 12_34, state: 'approved', effective_date: '2025-03-10' } as const;
    await server.db.query.insertInto('adjustments').values(more).execute();
    expect(await adjusted(server.app)).toBeCloseTo(before + 12.34, 2);
    expect(await adjusted(other)).toBeCloseTo(before + 12.34, 2);
    await other.close();
  });

  it('lists statuses in a fixed order, regardless of the database', async () => {
    const range = { start_date: FROM, end_date: addDays(FROM, DAYS) };
    const order = ['due', 'not_due', 'paid', 'partially_paid', 'over_paid'];
    for (const userId of [undefined, ...people]) {
      const found = (await summary(range, userId)).by_status.map(({ status }: { status: string }) => status);
      expect(found.length).toBeGreaterThan(2);
      expect(found, String(userId)).toEqual(order.filter((status) => found.includes(status)));
    }
  });
});
