import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TeamPerformance } from '../../../contract/entities/performance.ts';
import { previousRange } from '../../../contract/rules/performance/compared.ts';
import { addDays, type DateRange } from '../../../contract/rules/time/period.ts';
import { addRandomRecords } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

const FROM = '2025-08-10';
const DAYS = 460;
let server: TestApp;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};

const deal = (owner_id: number, state: 'won' | 'lost', closed_on: string) => ({
  name: 'Camp',
  customer_name: 'Acme School',
  owner_id,
  stage: state,
  amount_cents: 100_00,
  state,
  lost_reason: null,
  expected_close_date: null,
  probability: null,
  closed_on,
});
const event = (sales_person: string, day: string, overrides: object = {}) => ({
  src_id: null,
  customer_name: 'Acme School',
  sales_person,
  day,
  starts_at: `${day}T16:00:00Z`,
  ends_at: `${day}T17:30:00Z`,
  has_time: true,
  has_day: true,
  reviewed: 'Yes',
  tech_setup_required: 'No',
  pre_program_setup_email_sent: 'Yes',
  pre_program_reminder_email_sent: 'Yes',
  host_anchor: 'Hana',
  shift: JSON.stringify({ user: { first_name: 'Zoe' } }),
  ...overrides,
});

beforeAll(async () => {
  server = await testApp();
  ids.mia = await server.add({ email: 'mia@example.test', role: 'sales_manager', first_name: 'Mia' });
  ids.ada = await server.add({ email: 'ada@example.test', role: 'admin' });
  ids.fay = await server.add({ email: 'fay@example.test', role: 'finance' });
  ids.eve = await server.add({ email: 'eve@example.test', role: 'events_manager' });
  ids.sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', manager_id: ids.mia });
  ids.kim = await server.add({ email: 'kim@example.test', role: 'salesperson', first_name: 'Kim' });
  ids.new = await server.add({ email: 'new@example.test', role: 'salesperson', first_name: 'New' });
  for (const name of ['mia', 'ada', 'fay', 'eve', 'sam']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  await addRandomRecords(server.db, [ids.sam!, ids.kim!, ids.mia!], { seed: 7, count: 90, from: FROM, days: DAYS });
  ids.gone = await server.add({ email: 'gone@example.test', role: 'salesperson', first_name: 'Gone', active: false });
  await addRandomRecords(server.db, [ids.gone!], { seed: 8, count: 20, from: '2025-10-01', days: 20 });
  await server.db.query
    .insertInto('deals')
    .values([
      deal(ids.sam!, 'won', '2026-10-05'),
      deal(ids.sam!, 'won', '2026-10-31'),
      deal(ids.sam!, 'won', '2026-09-30'),
      deal(ids.sam!, 'lost', '2026-10-06'),
      deal(ids.kim!, 'lost', '2026-10-07'),
    ])
    .execute();
  await server.db.query
    .insertInto('events')
    .values([
      event('sam person', '2026-11-02'),
      event('Sam Person', '2026-11-25'),
      event('Sam Person', '2026-11-26', { reviewed: null }),
      event('Sam Person', '2026-11-27', { activity_type: 'Canceled' }),
      event('Nobody Known', '2026-11-28'),
      event('Sam Person', '2026-11-28', { day: null, starts_at: null, ends_at: null, has_time: false, has_day: false, reviewed: 'No' }),
    ] as never)
    .execute();
});
afterAll(() => server.close());

const ask = (name: string, path: string, query: Readonly<Record<string, string | number>>) =>
  server.call('GET', `/api/v1/${path}?${new URLSearchParams(query as Record<string, string>)}`, { token: tokens[name] });
const team = async (range: DateRange, name = 'ada'): Promise<TeamPerformance> => {
  const answer = await ask(name, 'performance/team', range);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const october = { start_date: '2026-10-01', end_date: '2026-10-31' };
const ranges = fc
  .tuple(fc.nat(DAYS), fc.nat(120))
  .map(([from, days]) => ({ start_date: addDays(FROM, from), end_date: addDays(FROM, from + days) }));

describe('team summary', () => {
  it('spec 3.10, decisions 1.04, 2.06: has rows equal to each person’s own 7.23 for any range', async () => {
    await fc.assert(
      fc.asyncProperty(ranges, async (range) => {
        const { data } = await team(range);
        for (const row of data) {
          const own = (await ask('ada', 'analytics/performance', { ...range, user_id: row.id })).json();
          expect({ ...row, quota_amount: row.quota_amount ?? 0 }).toMatchObject({
            total_sales: own.total_sales,
            total_commission: own.total_commission,
            deals_closed: own.deals_closed,
            quota_amount: own.quota_amount,
            quota_attainment: own.quota_attainment,
            month_quota_amount: own.month_quota_amount,
            quota_days: own.summary.quota_days,
          });
          const steps = row.curve_sales ?? [];
          expect(steps.reduce((cents, amount) => cents + Math.round(amount * 100), 0)).toBe(
            Math.round(own.summary.total_commissionable_sales * 100),
          );
        }
      }),
      { numRuns: 12, seed: 3 },
    );
  });

  it('spec 3.11: shows a person’s twelve months of commission, each the month’s total', async () => {
    await server.db.query
      .insertInto('adjustments')
      .values({
        ...{ user_id: ids.kim!, commission_id: null, amount_cents: 125_00, reason: 'Prize', kind: 'prize', state: 'approved' },
        ...{ effective_date: '2026-09-30', created_by: ids.ada!, decided_by: ids.ada!, decided_at: '2026-10-01T00:00:00Z' },
      } as never)
      .execute();
    const query = { ...october, user_id: ids.kim! };
    const { months } = (await ask('ada', 'analytics/performance', query)).json();
    expect(months.map(({ month }: { month: string }) => month)).toHaveLength(12);
    expect(months.at(-1).month).toBe('2026-10-01');
    for (const { month, total_commission } of months) {
      const range = { start_date: month, end_date: addDays(addDays(month, 31).slice(0, 8).concat('01'), -1) };
      const own = (await ask('ada', 'analytics/performance', { ...range, user_id: ids.kim! })).json();
      expect([month, total_commission]).toEqual([month, own.total_commission]);
    }
    expect(months.some(({ total_commission }: { total_commission: number }) => total_commission !== 0)).toBe(true);
  });

  it('spec 2.41: has a curve per day up to 100 days, then per month, none beyond five years, counting each record once', async () => {
    const records = await server.db.query.selectFrom('commission_records').selectAll().where('user_id', '=', ids.sam!).execute();
    const stepsOf = async (range: DateRange) => {
      const { data, curve_days = [] } = await team(range);
      return { days: curve_days, steps: data.find(({ id }) => id === String(ids.sam))?.curve_sales ?? [] };
    };
    const sold = (from: string, to: string): number =>
      records
        .filter(({ booking_date }) => booking_date >= from && booking_date <= to)
        .reduce((cents, { commissionable_cents }) => cents + Number(commissionable_cents), 0) / 100;
    const october100 = await stepsOf({ start_date: '2026-08-01', end_date: '2026-11-08' });
    expect(october100.days).toHaveLength(100);
    expect(october100.steps).toEqual(october100.days.map((day) => sold(day, day)));
    const months = await stepsOf({ start_date: '2026-06-20', end_date: '2026-11-08' });
    expect(months.days).toEqual(['2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-08']);
    expect(months.steps).toEqual(months.days.map((day, index) => sold(index === 0 ? '2026-06-20' : `${day.slice(0, 7)}-01`, day)));
    expect(months.steps.some((amount) => amount !== 0)).toBe(true);
    const longRange = await stepsOf({ start_date: '2020-01-01', end_date: '2026-11-08' });
    expect(longRange).toEqual({ days: [], steps: [] });
  });

  it('spec 2.41: totals net revenue of records without shares of a team’s revenue', async () => {
    const rows = await server.db.query.selectFrom('commission_records').selectAll().where('user_id', '=', ids.sam!).execute();
    const range = { start_date: '2026-09-13', end_date: '2026-11-08' };
    const net = rows
      .filter((row) => row.credit !== 'override' && row.booking_date >= range.start_date && row.booking_date <= range.end_date)
      .reduce((sum, row) => sum + row.net_cents, 0);
    const sam = (await team(range)).data.find(({ id }) => id === String(ids.sam));
    expect(sam?.total_sales).toBe(net / 100);
  });

  it('spec 2.41: lists people with the salesperson role, even without sales, and former ones only if they sold', async () => {
    expect((await team(october)).data.map(({ name }) => name)).toEqual(['Kim Person', 'New Person', 'Sam Person']);
    const past = await team({ start_date: '2025-10-01', end_date: '2025-10-31' });
    expect(past.data.map(({ name, active }) => [name, active])).toContainEqual(['Gone Person', false]);
    expect((await team(october)).data.find(({ name }) => name === 'New Person')).toMatchObject({ total_sales: 0, deals_closed: 0 });
  });

  it('compares with the previous range: a month to date with the same days of the previous month', async () => {
    expect((await team(october)).previous).toEqual({ start_date: '2026-09-01', end_date: '2026-09-30' });
    expect((await team({ start_date: '2026-11-01', end_date: '2026-11-30' })).previous).toEqual({
      start_date: '2026-10-01',
      end_date: '2026-10-21',
    });
    const [now, before] = [await team(october), await team({ start_date: '2026-09-01', end_date: '2026-09-30' })];
    for (const row of now.data) {
      const same = before.data.find(({ id }) => id === row.id);
      expect(row.previous).toEqual({
        total_sales: same?.total_sales,
        total_commission: same?.total_commission,
        deals_closed: same?.deals_closed,
      });
    }
    expect(now.data.find(({ name }) => name === 'Sam Person')).toMatchObject({ deals_closed: 2, previous: { deals_closed: 1 } });
  });

  it('decisions 2.06: states the covered days of a quarterly quota, and the monthly quota for a month to date', async () => {
    const sam = async (range: DateRange) => (await team(range)).data.find(({ name }) => name === 'Sam Person');
    expect(await sam({ start_date: '2026-11-01', end_date: '2026-11-22' })).toMatchObject({
      quota_amount: 23_913.04,
      month_quota_amount: 32_608.7,
      quota_days: { days: 22, of: 92 },
    });
    expect(await sam({ start_date: '2026-11-01', end_date: '2026-11-30' })).toMatchObject({
      quota_amount: 32_608.7,
      month_quota_amount: null,
      quota_days: { days: 30, of: 92 },
    });
    expect(await sam({ start_date: '2026-10-01', end_date: '2026-12-31' })).toMatchObject({ quota_days: { days: 92, of: 92 } });
  });

  it('has twelve months of sales, each equal to its own month', async () => {
    const { months, data } = await team(october);
    expect([months.length, months[0], months[11]]).toEqual([12, '2025-11-01', '2026-10-01']);
    const march = await team({ start_date: '2026-03-01', end_date: '2026-03-31' });
    for (const row of data)
      expect(row.monthly_sales?.[months.indexOf('2026-03-01')]).toBe(march.data.find(({ id }) => id === row.id)?.total_sales ?? 0);
  });

  it('decisions 3.02: shows an events manager people, events, hours, readiness and deals, and nobody else’s money', async () => {
    const november = { start_date: '2026-11-01', end_date: '2026-11-30' };
    const { data, money, events } = await team(november, 'eve');
    expect(money).toBe(false);
    for (const row of data) {
      expect([row.total_sales, row.total_commission, row.quota_amount, row.quota_attainment, row.monthly_sales]).toEqual([
        ...[null, null, null, null, null],
      ]);
      expect([row.previous.total_sales, row.previous.total_commission]).toEqual([null, null]);
    }
    expect(data.find(({ name }) => name === 'Sam Person')?.events).toEqual({ events: 4, hours: 4.5, coming: 3, ready: 1 });
    expect(data.find(({ name }) => name === 'Kim Person')?.events).toEqual({ events: 0, hours: 0, coming: 0, ready: 0 });
    expect(events).toEqual({ events: 5, hours: 6, coming: 4, ready: 2 });
    // As in the list of events: one without a day belongs to every range that contains today or ends later (decisions 6.04).
    expect((await team({ start_date: '2026-11-01', end_date: '2026-11-20' }, 'eve')).events).toEqual({
      events: 1,
      hours: 1.5,
      coming: 0,
      ready: 0,
    });
    expect((await team(october, 'eve')).data.find(({ name }) => name === 'Sam Person')?.deals_closed).toBe(2);
  });

  it('is limited to people with the Team Dashboard', async () => {
    expect((await ask('sam', 'performance/team', october)).statusCode).toBe(403);
    expect((await ask('fay', 'performance/team', october)).statusCode).toBe(403);
    expect((await team(october, 'mia')).money).toBe(true);
  });

  it('decisions 1.06: answers 400 to an invalid range and names the date', async () => {
    for (const [query, field] of [
      [{ start_date: '2026-10-01' }, 'end_date'],
      [{ start_date: '2026-02-30', end_date: '2026-03-01' }, 'start_date'],
      [{ start_date: '2026-10-02', end_date: '2026-10-01' }, 'end_date'],
      [{ start_date: '2010-01-01', end_date: '2026-01-01' }, 'end_date'],
    ] as const) {
      const answer = await ask('ada', 'performance/team', query);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]]);
    }
  });
});

describe("a person's performance", () => {
  it('spec 3.11: has the ten fields, with the summary of 7.31 beside them', async () => {
    const answer = (await ask('sam', 'analytics/performance', { ...october, user_id: ids.sam! })).json();
    expect(answer).toMatchObject({ user_id: String(ids.sam), period: '2026-10', deals_closed: 2, conversion_rate: 2 / 3 });
    const summary = (await ask('sam', 'commissions/summary', { ...october, user_id: ids.sam! })).json().summary;
    expect(answer.summary).toEqual(summary);
    expect([answer.total_commission, answer.quota_amount, answer.quota_attainment, answer.average_deal_size]).toEqual([
      summary.total_commission,
      summary.quota_amount,
      summary.quota_attainment,
      summary.average_deal_size,
    ]);
  });

  it('decisions 3.03: answers 403 to a salesperson or an events manager who asks for another’s, and defaults to one’s own', async () => {
    for (const name of ['sam', 'eve'])
      expect((await ask(name, 'analytics/performance', { ...october, user_id: ids.kim! })).statusCode).toBe(403);
    expect((await ask('mia', 'analytics/performance', { ...october, user_id: ids.kim! })).statusCode).toBe(200);
    expect((await ask('sam', 'analytics/performance', october)).json().user_id).toBe(String(ids.sam));
    expect((await ask('ada', 'analytics/performance', { ...october, user_id: 999999 })).statusCode).toBe(404);
  });

  it('decisions 2.06: has null attainment without a quota, and null conversion without closed deals', async () => {
    expect((await ask('ada', 'analytics/performance', { ...october, user_id: ids.fay! })).json()).toMatchObject({
      quota_amount: 0,
      quota_attainment: null,
      conversion_rate: null,
    });
  });

  it('supports ten years', async () => {
    const tenYears = { start_date: '2017-01-01', end_date: '2026-12-31', user_id: ids.sam! };
    expect((await ask('ada', 'analytics/performance', tenYears)).json().period).toBe('2017-01-01 to 2026-12-31');
  });
});

describe('previous range', () => {
  it.each([
    ['a month', '2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['a quarter', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
    ['a year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
    ['the current quarter', '2026-10-01', '2026-12-31', '2026-07-01', '2026-08-21'],
    ['a month to date', '2026-11-01', '2026-11-21', '2026-10-01', '2026-10-21'],
    ['the last days of March', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['ten days', '2026-03-11', '2026-03-20', '2026-03-01', '2026-03-10'],
    ['a future month', '2026-12-01', '2026-12-31', '2026-11-01', '2026-11-30'],
  ])('of %s', (_what, start_date, end_date, from, to) =>
    expect(previousRange({ start_date, end_date }, '2026-11-21')).toEqual({ start_date: from, end_date: to }),
  );
});
