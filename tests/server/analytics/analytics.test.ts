import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analytics, AnalyticsRow } from '../../../contract/entities/analytics.ts';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { type TestApp, testApp } from '../support/testApp.ts';
import { eventRow } from '../support/worlds/events.ts';

const QUARTER = 'start_date=2026-10-01&end_date=2026-12-31';
let server: TestApp;
let facts: Facts;
let [ana, bo] = [0, 0];
const tokens: Record<string, string> = {};

const ask = async (who: string, query: string): Promise<Analytics> => {
  const answer = await server.call('GET', `/api/v1/analytics?${query}`, { token: tokens[who] });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const refused = async (who: string, query: string) => {
  const answer = await server.call('GET', `/api/v1/analytics?${query}`, { token: tokens[who] });
  return [answer.statusCode, answer.json().message];
};
const sums = (rows: readonly AnalyticsRow[], span: 'current' | 'previous' | 'year_before') =>
  rows.map((row) => [row.label, row[span].sales, row[span].commission]);

beforeAll(async () => {
  server = await testApp();
  const admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  const manager = await server.add({ email: 'manager@example.test', role: 'sales_manager' });
  await server.add({ email: 'events@example.test', role: 'events_manager' });
  await server.add({ email: 'finance@example.test', role: 'finance' });
  ana = await server.add({ email: 'ana@example.test', role: 'salesperson', first_name: 'Ana', last_name: 'Ruiz', manager_id: manager });
  bo = await server.add({ email: 'bo@example.test', role: 'salesperson', first_name: 'Bo', last_name: 'Lind' });
  await server.db.query.updateTable('users').set({ territory: 'West' }).where('id', '=', ana).execute();
  await server.db.query.updateTable('users').set({ territory: 'Midwest' }).where('id', '=', bo).execute();
  for (const name of ['admin', 'manager', 'events', 'finance', 'ana'])
    tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  facts = createFactWriter(server.db, admin, server.clock);
  // 5% of each, under the default quota of 100,000 per quarter.
  await facts.addInvoice({ salesperson_id: ana, booking_date: '2025-11-10', net_cents: 8_000_00 });
  await facts.addInvoice({ salesperson_id: ana, booking_date: '2026-09-30', net_cents: 1_000_00 });
  await facts.addInvoice({ salesperson_id: ana, booking_date: '2026-10-05', net_cents: 20_000_00, invoice_number: 'A-1' });
  await facts.addInvoice({ salesperson_id: ana, booking_date: '2026-11-20', net_cents: 4_000_00 });
  await facts.addInvoice({ salesperson_id: bo, booking_date: '2026-11-20', net_cents: 10_000_00, invoice_number: 'B-1' });
  const event = { activity_type: 'Workshop', sales_person: 'ana ruiz', starts_at: '2026-11-25T16:00:00Z', ends_at: '2026-11-25T18:30:00Z' };
  await server.db.query
    .insertInto('events')
    .values([
      eventRow({ ...event, reviewed: 'Yes', invoice_id: 'A-1' }),
      eventRow({ ...event, starts_at: '2026-10-02T16:00:00Z', ends_at: '2026-10-02T17:00:00Z', activity_type: 'Camp', invoice_id: 'B-1' }),
      eventRow({ ...event, sales_person: 'Nobody Here', starts_at: '2026-12-20T16:00:00Z', ends_at: '2026-12-20T17:00:00Z' }),
      eventRow({ ...event, activity_type: 'Canceled' }),
      // An event without a day belongs to the range containing today, and to no month.
      eventRow({ ...event, starts_at: null, ends_at: null, has_program: false }),
    ])
    .execute();
});
afterAll(() => server.close());

describe('GET /api/v1/analytics (spec 2.44)', () => {
  it('compares the company’s range with the same days before and a year ago, matching the commission summary', async () => {
    const { rows, ranges, money } = await ask('admin', QUARTER);
    expect(money).toBe(true);
    expect(ranges).toEqual({
      current: { start_date: '2026-10-01', end_date: '2026-12-31' },
      previous: { start_date: '2026-07-01', end_date: '2026-08-21' },
      year_before: { start_date: '2025-10-01', end_date: '2025-11-21' },
    });
    expect(sums(rows, 'current')).toEqual([['', 34_000, 1_700]]);
    expect(sums(rows, 'previous')).toEqual([['', 0, 0]]);
    expect(sums(rows, 'year_before')).toEqual([['', 8_000, 400]]);
    const summary = await server.call('GET', `/api/v1/commissions/summary?${QUARTER}`, { token: tokens.admin });
    const { period_net_revenue, total_commission, quota_attainment } = summary.json().summary;
    expect(rows[0]?.current).toMatchObject({ sales: period_net_revenue, commission: total_commission, attainment: quota_attainment });
  });

  it('clips each month of the trend to the range, and aligns it with the previous range and last year', async () => {
    const { trend } = await ask('admin', 'start_date=2026-09-30&end_date=2026-11-20');
    expect(trend.map(({ span, points }) => [span, points.map(({ start_date, sales }) => [start_date, sales])])).toEqual([
      [
        'current',
        [
          ['2026-09-30', 1_000],
          ['2026-10-01', 20_000],
          ['2026-11-01', 14_000],
        ],
      ],
      [
        'previous',
        [
          ['2026-08-09', 0],
          ['2026-09-01', 0],
        ],
      ],
      [
        'year_before',
        [
          ['2025-09-30', 0],
          ['2025-10-01', 0],
          ['2025-11-01', 8_000],
        ],
      ],
    ]);
  });

  it('draws a trend of twelve months for a range of a single month', async () => {
    const { trend, rows } = await ask('admin', 'start_date=2026-11-01&end_date=2026-11-30');
    expect(sums(rows, 'current')).toEqual([['', 14_000, 700]]);
    expect(trend.map(({ span, points }) => [span, points.length, points[0]?.start_date])).toEqual([
      ['current', 12, '2025-12-01'],
      ['year_before', 12, '2024-12-01'],
    ]);
  });

  it('ranks people and territories by revenue, with quota attainment', async () => {
    const { rows, trend } = await ask('admin', `${QUARTER}&by=person`);
    expect(sums(rows, 'current')).toEqual([
      ['Ana Ruiz', 24_000, 1_200],
      ['Bo Lind', 10_000, 500],
    ]);
    expect(rows.map((row) => row.current.attainment)).toEqual([0.24, 0.1]);
    expect(trend.map(({ label, span }) => [label, span])).toEqual([
      ['Ana Ruiz', 'current'],
      ['Bo Lind', 'current'],
    ]);
    expect(sums((await ask('admin', `${QUARTER}&by=territory`)).rows, 'current')).toEqual([
      ['West', 24_000, 1_200],
      ['Midwest', 10_000, 500],
    ]);
  });

  it('groups by activity type of the event that names the invoice, without a quota', async () => {
    const { rows } = await ask('admin', `${QUARTER}&by=activity_type`);
    expect(sums(rows, 'current')).toEqual([
      ['Workshop', 20_000, 1_000],
      ['Camp', 10_000, 500],
    ]);
    expect(rows[0]?.current.attainment).toBeNull();
  });

  it('filters by person, territory or team, and falls back to everybody with a notice for an unknown person', async () => {
    const sales = async (who: string, scope: string) => (await ask(who, `${QUARTER}&of=${scope}`)).rows[0]?.current.sales;
    expect(await sales('admin', `person.${bo}`)).toBe(10_000);
    expect(await sales('admin', 'territory.West')).toBe(24_000);
    expect(await sales('manager', 'team')).toBe(24_000);
    expect(await sales('manager', `person.${bo}`)).toBe(10_000);
    expect((await ask('manager', `${QUARTER}&of=team`)).rows[0]?.current.attainment).toBe(0.24);
    expect(await ask('admin', `${QUARTER}&of=person.${bo}`)).toMatchObject({ about: 'Bo Lind', gone: false });
    const deleted = await ask('admin', `${QUARTER}&of=person.999999`);
    expect([deleted.gone, deleted.rows[0]?.current.sales]).toEqual([true, 34_000]);
  });

  it('lists the largest deals won in the range, or the largest invoices if the company has no deals', async () => {
    expect((await ask('admin', QUARTER)).top_deals?.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['invoice', 20_000],
      ['invoice', 10_000],
      ['invoice', 4_000],
    ]);
    const deal = { customer_name: 'Acme', stage: 'won', probability: '1', state: 'won' as const, expected_close_date: '2026-11-01' };
    await server.db.query
      .insertInto('deals')
      .values([
        { ...deal, name: 'Small', owner_id: ana, amount_cents: 5_00, closed_on: '2026-11-02' },
        { ...deal, name: 'Large', owner_id: bo, amount_cents: 900_00, closed_on: '2026-12-31' },
        { ...deal, name: 'Other range', owner_id: bo, amount_cents: 999_00, closed_on: '2027-01-01' },
      ])
      .execute();
    const { top_deals, rows } = await ask('admin', `${QUARTER}&by=person`);
    expect(top_deals?.map(({ kind, name, owner_name, amount }) => [kind, name, owner_name, amount])).toEqual([
      ['deal', 'Large', 'Bo Lind', 900],
      ['deal', 'Small', 'Ana Ruiz', 5],
    ]);
    expect(rows.map((row) => row.current.deals)).toEqual([1, 1]);
  });

  it('decisions 3.02: shows an events manager events, hours, readiness and deal counts, and no amount in any field', async () => {
    const answer = await ask('events', `${QUARTER}&by=person`);
    expect(answer.money).toBe(false);
    expect(answer.top_deals).toBeNull();
    const blank = { commission: null, sales: null, attainment: null };
    expect(answer.rows.map(({ label, current }) => [label, current])).toEqual([
      ['Ana Ruiz', { ...blank, deals: 1, events: 3, hours: 3.5, readiness: 0 }],
      [null, { ...blank, deals: 0, events: 1, hours: 1, readiness: 0 }],
      ['Bo Lind', { ...blank, deals: 1, events: 0, hours: 0, readiness: null }],
    ]);
    expect(answer.trend[0]?.points.map(({ events, sales }) => [events, sales])).toEqual([
      [1, null],
      [1, null],
      [0, null],
    ]);
    const byType = await ask('events', `${QUARTER}&by=activity_type`);
    expect(byType.rows.map(({ label, current }) => [label, current.events])).toEqual([
      ['Workshop', 2],
      // An event without a program has no type.
      [null, 1],
      ['Camp', 1],
    ]);
    expect((await ask('events', `${QUARTER}&of=territory.West`)).rows[0]?.current).toMatchObject({ events: 3, hours: 3.5 });
  });

  it('decisions 3.01: refuses salespeople and finance, and names the field of an invalid query', async () => {
    expect((await refused('ana', QUARTER))[0]).toBe(403);
    expect((await refused('finance', QUARTER))[0]).toBe(403);
    expect(await refused('admin', 'start_date=2000-01-01&end_date=2026-01-01')).toEqual([400, expect.stringContaining('ten years')]);
    expect(await refused('admin', `${QUARTER}&of=territory.Nowhere`)).toEqual([400, 'There is no such territory.']);
    expect((await refused('admin', `${QUARTER}&by=moon`))[0]).toBe(400);
  });
});
