import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter, type Facts } from '../../support/facts.ts';
import { type TestApp, testApp } from '../../support/testApp.ts';

let server: TestApp;
let sam: number;
let token: string;
const summary = async (user: number | null) => {
  const owner = user === null ? '' : `&user_id=${user}`;
  const answer = await server.call('GET', `/api/v1/commissions/summary?start_date=2026-10-01&end_date=2026-12-31${owner}`, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json().summary;
};

beforeAll(async () => {
  server = await testApp();
  await server.add({ email: 'admin@example.test', role: 'admin' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson' });
  await server.add({ email: 'ann@example.test', role: 'salesperson' });
  token = (await server.signIn('admin@example.test')).access_token;
});
afterAll(() => server.close());

describe('decisions 2.06: summary after a new configuration', () => {
  it('starts with the default plan’s quota and rates', async () =>
    expect(await summary(sam)).toMatchObject({
      quota_amount: 100_000,
      base_commission_rate: 0.05,
      over_quota_commission_rate: 0.075,
      ytd_target: 400_000,
    }));

  it('shows the new quota, the person’s override, and no rate if rates differ', async () => {
    const config = {
      plans: [
        { id: 'all', quota: { amount: 80_000 }, base_commission_rate: 0.04 },
        {
          id: 'sam',
          applies_to: { users: [String(sam)] },
          quota: { overrides: [{ user_id: String(sam), period: '2026-Q4', amount: 60_000 }] },
        },
      ],
    };
    const body = { companyName: 'Example', commissionsConfig: JSON.stringify(config) };
    expect((await server.call('PUT', '/api/v1/settings/general', { token, body })).statusCode).toBe(200);
    expect(await summary(sam)).toMatchObject({ quota_amount: 60_000, base_commission_rate: 0.05, ytd_target: 360_000 });
    expect(await summary(null)).toMatchObject({
      quota_amount: 140_000,
      base_commission_rate: null,
      over_quota_commission_rate: 0.075,
      ytd_target: 360_000 + 320_000,
    });
  });

  it('sums individual quotas for everybody, with ramps and individual amounts', async () => {
    for (const [index, joined_on] of ['2026-08-03', '2026-08-30', '2026-11-02'].entries()) {
      const id = await server.add({ email: `new${index}@example.test`, role: 'salesperson' });
      await server.db.query.updateTable('users').set({ joined_on }).where('id', '=', id).execute();
    }
    await server.add({ email: 'gone@example.test', role: 'salesperson', active: false });
    const overrides = [{ user_id: String(sam), period: '2026-11', amount: 7_000 }];
    const config = { plans: [{ id: 'ramp', quota: { period: 'month', amount: 30_000, ramp: [0.25, 0.5, 0.75], overrides } }] };
    const body = { companyName: 'Example', commissionsConfig: JSON.stringify(config) };
    expect((await server.call('PUT', '/api/v1/settings/general', { token, body })).statusCode).toBe(200);
    const people = await server.db.query.selectFrom('users').select('id').where('active', '=', true).execute();
    const single = await Promise.all(people.map(({ id }) => summary(id)));
    expect(new Set(single.map(({ quota_amount }) => quota_amount)).size).toBeGreaterThan(3);
    const together = (key: string) => single.reduce((sum, item) => sum + item[key], 0);
    expect(await summary(null)).toMatchObject({ quota_amount: together('quota_amount'), ytd_target: together('ytd_target') });
  });
});

describe('decisions 2.06: summary of excluded sales and manager shares', () => {
  const quarter = { start_date: '2026-01-01', end_date: '2026-03-31' };
  let facts: Facts;
  let boss: number;
  const planOf = async (user: number | null) => {
    const owner = user === null ? '' : `&user_id=${user}`;
    const answer = await server.call('GET', `/api/v1/commissions/summary?${new URLSearchParams(quarter)}${owner}`, { token });
    return answer.json().summary;
  };
  const save = async (plan: object) => {
    const body = { companyName: 'Example', commissionsConfig: JSON.stringify({ plans: [{ id: 'all', ...plan }] }) };
    expect((await server.call('PUT', '/api/v1/settings/general', { token, body })).statusCode).toBe(200);
  };

  beforeAll(async () => {
    boss = await server.add({ email: 'boss@example.test', role: 'sales_manager' });
    await server.db.query.updateTable('users').set({ manager_id: boss }).where('id', '=', sam).execute();
    await server.db.query.updateTable('users').set({ active: false }).where('id', '<>', sam).where('role', '=', 'salesperson').execute();
    facts = createFactWriter(server.db, boss, server.clock);
    for (const [net, customer_name] of [[60_000_00], [20_000_00, 'Our own club'], [35_000_00]] as const)
      await facts.addInvoice({
        salesperson_id: sam,
        booking_date: '2026-02-03',
        net_cents: net,
        ...(customer_name ? { customer_name } : {}),
      });
  });

  it('spec 3.06: excluded sales are booked, but neither commissionable nor quota progress, as in the engine', async () => {
    await save({ exclude: [{ field: 'customer_name', in: ['our own club'] }] });
    const booked = { period_net_revenue: 115_000, base_revenue: 115_000, over_quota_revenue: 0 };
    for (const whose of [sam, null]) {
      const result = await planOf(whose);
      expect(result).toMatchObject({ ...booked, total_commissionable_sales: 95_000, quota_attainment: 0.95, ytd_progress: 95_000 });
    }
    // The engine continues from its current position: the next booking also starts at 95,000.
    const next = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-03-03', net_cents: 1_000_00 });
    expect(await facts.recordOf(next)).toMatchObject({ cum_cents: 95_000_00 });
    await facts.changeInvoice(next, { state: 'cancelled' });
  });

  it('spec 3.06: a team share is a row of the manager, and company revenue counts it once', async () => {
    await save({ team_override: { role: 'sales_manager', rate: 0.01 } });
    expect(await planOf(sam)).toMatchObject({ period_net_revenue: 115_000, total_commissionable_sales: 115_000, quota_attainment: 1.15 });
    expect(await planOf(boss)).toMatchObject({
      period_net_revenue: 115_000,
      base_revenue: 115_000,
      period_commission: 1_150,
      total_commissionable_sales: 0,
      ytd_progress: 0,
    });
    expect(await planOf(null)).toMatchObject({
      period_net_revenue: 115_000,
      base_revenue: 100_000,
      over_quota_revenue: 15_000,
      total_commissionable_sales: 115_000,
      quota_amount: 100_000,
      quota_attainment: 1.15,
      ytd_progress: 115_000,
      ytd_target: 100_000,
      period_commission: 5_000 + 1_125 + 1_150,
      effective_commission_rate: 7_275 / 115_000,
    });
  });

  it('decisions 2.06: splits an invoice between two people, and the company counts it once', async () => {
    await save({ splits: { sales_person: 0.7, sales_lead: 0.3 }, team_override: { role: 'sales_manager', rate: 0.01 } });
    await facts.addInvoice({ salesperson_id: sam, sales_lead_id: boss, booking_date: '2026-02-05', net_cents: 10_000_00 });
    expect(await planOf(sam)).toMatchObject({ total_commissionable_sales: 122_000 });
    expect(await planOf(boss)).toMatchObject({ period_net_revenue: 118_000, total_commissionable_sales: 3_000 });
    expect(await planOf(null)).toMatchObject({ period_net_revenue: 125_000, total_commissionable_sales: 125_000, ytd_progress: 125_000 });
  });
});
