import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AdjustmentPage } from '../../../contract/entities/adjustment.ts';
import type { Analytics } from '../../../contract/entities/analytics.ts';
import type { CommissionPage, CommissionSummary } from '../../../contract/entities/commission.ts';
import type { EarnedDifference, Waterfall } from '../../../contract/entities/explanation.ts';
import type { TeamPerformance } from '../../../contract/entities/performance.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { addRandomRecords } from '../support/records.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
const ids: Record<string, number> = {};
const tokens: Record<string, string> = {};
const sum = (amounts: readonly (number | null)[]): number => amounts.reduce<number>((total, amount) => total + toCents(amount ?? 0), 0);

beforeAll(async () => {
  server = await testApp();
  ids.mia = await server.add({ email: 'mia@example.test', role: 'sales_manager', first_name: 'Mia' });
  ids.sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam', manager_id: ids.mia });
  ids.lee = await server.add({ email: 'lee@example.test', role: 'salesperson', first_name: 'Lee', manager_id: ids.mia });
  ids.kim = await server.add({ email: 'kim@example.test', role: 'salesperson', first_name: 'Kim' });
  ids.vic = await server.add({ email: 'vic@example.test', role: 'vp_sales', first_name: 'Vic' });
  for (const name of ['mia', 'sam', 'vic']) tokens[name] = (await server.signIn(`${name}@example.test`)).access_token;
  const sellers = ['sam', 'lee', 'kim', 'mia'].map((name) => ids[name] ?? 0);
  await addRandomRecords(server.db, sellers, { seed: 11, count: 60, from: '2026-09-15', days: 60 });
});
afterAll(() => server.close());

const call = (path: string, name = 'mia') => server.call('GET', `/api/v1/${path}`, { token: tokens[name] });
const read = async <T>(path: string, name = 'mia'): Promise<T> => {
  const answer = await call(path, name);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

describe('My team on every page of a manager', () => {
  it.each([
    ['a month', '2026-10-01', '2026-10-31'],
    ['the month to today', '2026-11-01', '2026-11-21'],
    ['days that cut two months', '2026-09-20', '2026-11-10'],
  ])('decisions 3.09: shows equal totals in %s on Team Dashboard, Commissions, Adjustments and Analytics', async (_, from, to) => {
    const range = `start_date=${from}&end_date=${to}`;
    const { data } = await read<TeamPerformance>(`performance/team?${range}`);
    // The Team Dashboard lists only salespeople (spec 2.41), so the manager's own figures are added.
    const own = (await read<CommissionPage>(`commissions?${range}&user_id=${ids.mia}&limit=500`)).summary;
    const team = data.filter(({ manager_id }) => manager_id === String(ids.mia));
    const list = await read<CommissionPage>(`commissions?${range}&scope=team&limit=500`);
    const { rows } = await read<Analytics>(`analytics?${range}&by=month&of=team`);
    const adjustments = await read<AdjustmentPage>(`adjustments?${range}&scope=team&state=approved&limit=500`);

    expect(toCents(list.summary.total_commission)).toBe(
      sum([own.total_commission, ...team.map(({ total_commission }) => total_commission)]),
    );
    // The net revenue of a team share belongs to the seller.
    const { shared } = await server.db.query
      .selectFrom('commission_records')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('net_cents'), sql<number>`0`).as('shared'))
      .where('user_id', '=', ids.mia ?? 0)
      .where('credit', '=', 'override')
      .where('booking_date', '>=', from)
      .where('booking_date', '<=', to)
      .executeTakeFirstOrThrow();
    const sales = sum([own.period_net_revenue, ...team.map(({ total_sales }) => total_sales)]) - Number(shared);
    expect(toCents(list.summary.period_net_revenue)).toBe(sales);
    expect(toCents(list.summary.quota_amount)).toBe(sum([own.quota_amount, ...team.map(({ quota_amount }) => quota_amount)]));
    expect([rows[0]?.current.commission, rows[0]?.current.sales]).toEqual([list.summary.total_commission, list.summary.period_net_revenue]);
    expect(sum(adjustments.data.map(({ adjustment_amount }) => adjustment_amount))).toBe(toCents(list.summary.total_adjustments));
    expect(sum(list.data.map(({ commission_amount }) => commission_amount))).toBe(toCents(list.summary.period_commission));
    expect(new Set(list.data.map(({ user_id }) => user_id))).toEqual(new Set([ids.mia, ids.sam, ids.lee].map(String)));
    expect(list.pagination.total).toBe(list.data.length);

    const everybody = await read<CommissionPage>(`commissions?${range}&limit=500`);
    expect(everybody.data.length).toBeGreaterThan(list.data.length);
    expect(await read<CommissionPage>(`commissions?${range}&scope=company&limit=500`)).toEqual(everybody);
    const { summary } = await read<{ summary: CommissionSummary }>(`commissions/summary?${range}&scope=team`);
    expect(summary).toEqual(list.summary);
  });

  it('decisions 2.04, 3.09: explains a team figure by parts that add up to it', async () => {
    const range = 'start_date=2026-10-01&end_date=2026-10-31&scope=team';
    const { summary } = await read<{ summary: CommissionSummary }>(`commissions/summary?${range}`);
    const changes = await read<Waterfall>(`commissions/changes?${range}`);
    expect(changes.to).toBe(summary.total_commission);
    expect(toCents(changes.from) + sum(changes.steps.map(({ amount }) => amount))).toBe(toCents(changes.to));
    const difference = await read<EarnedDifference>(`commissions/difference?${range}`);
    const days = 'start_date=2026-10-01&end_date=2026-10-31';
    const own = await Promise.all(
      [ids.mia, ids.sam, ids.lee].map((id) => read<EarnedDifference>(`commissions/difference?${days}&user_id=${id}`)),
    );
    expect(toCents(difference.amount)).toBe(sum(own.map(({ amount }) => amount)));
  });

  it('decisions 3.09: keeps the scope on later pages, and refuses a cursor of another scope', async () => {
    const range = 'start_date=2026-09-01&end_date=2026-11-30';
    const all = await read<CommissionPage>(`commissions?${range}&scope=team&limit=500`);
    const seen: string[] = [];
    let page = await read<CommissionPage>(`commissions?${range}&scope=team&limit=7`);
    const first = page.pagination.cursor;
    for (;;) {
      seen.push(...page.data.map(({ id }) => id));
      if (page.pagination.cursor === null) break;
      page = await read<CommissionPage>(`commissions?cursor=${page.pagination.cursor}&limit=7`);
    }
    expect(seen).toEqual(all.data.map(({ id }) => id));
    expect((await call(`commissions?cursor=${first}&scope=company&limit=7`)).statusCode).toBe(400);
  });

  it('decisions 3.09: lets a requested person override the scope', async () => {
    const range = `start_date=2026-10-01&end_date=2026-10-31&user_id=${ids.kim}`;
    expect(await read(`commissions?${range}&scope=team`)).toEqual(await read(`commissions?${range}`));
  });

  it('spec 6.04: widens nothing for a salesperson, who gets their own rows', async () => {
    const range = 'start_date=2026-10-01&end_date=2026-10-31';
    for (const scope of ['team', 'company']) {
      const { data } = await read<CommissionPage>(`commissions?${range}&scope=${scope}&limit=500`, 'sam');
      expect(new Set(data.map(({ user_id }) => user_id))).toEqual(new Set([String(ids.sam)]));
    }
  });

  it('decisions 3.09: treats someone without reports as a team of one', async () => {
    const { data, summary } = await read<CommissionPage>('commissions?start_date=2026-10-01&end_date=2026-10-31&scope=team', 'vic');
    expect([data, summary.total_commission, summary.quota_amount]).toEqual([[], 0, 0]);
    const own = await read<CommissionPage>('commissions?start_date=2026-10-01&end_date=2026-10-31&scope=team&limit=500', 'sam');
    expect(new Set(own.data.map(({ user_id }) => user_id))).toEqual(new Set([String(ids.sam)]));
  });
});
