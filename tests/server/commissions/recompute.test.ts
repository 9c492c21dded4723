import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFactWriter, type Facts } from '../support/facts.ts';
import { type TestApp, testApp } from '../support/testApp.ts';

let server: TestApp;
let facts: Facts;
let sam: number;
let admin: number;
let token: string;

beforeAll(async () => {
  server = await testApp();
  admin = await server.add({ email: 'admin@example.test', role: 'admin' });
  sam = await server.add({ email: 'sam@example.test', role: 'salesperson', first_name: 'Sam' });
  token = (await server.signIn('admin@example.test')).access_token;
  facts = createFactWriter(server.db, admin, server.clock);
});
afterAll(() => server.close());

describe('the worked example of decisions 2.02', () => {
  it('60,000 earns 3,000.00 at 5.0%, another 60,000 earns 3,500.00 at 5.8%', async () => {
    const first = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-10-05', net_cents: 60_000_00 });
    const second = await facts.addInvoice({ salesperson_id: sam, booking_date: '2026-11-05', net_cents: 60_000_00 });
    expect(await facts.recordOf(first)).toMatchObject({
      base_cents: 60_000_00,
      over_cents: 0,
      amount_cents: 3_000_00,
      cum_cents: 0,
      quota_cents: 100_000_00,
    });
    expect(await facts.recordOf(second)).toMatchObject({
      base_cents: 40_000_00,
      over_cents: 20_000_00,
      amount_cents: 3_500_00,
      cum_cents: 60_000_00,
      parts: [
        { net: 40_000_00, rate: 0.05 },
        { net: 20_000_00, rate: 0.075 },
      ],
      status: 'not_due',
      reason: 'customer_payment',
    });
    const answer = await server.call('GET', `/api/v1/commissions?start_date=2026-10-01&end_date=2026-12-31&user_id=${sam}`, { token });
    const { data, summary } = answer.json();
    expect(
      data.map((row: { commission_amount: number; commission_rate: number }) => [row.commission_amount, row.commission_rate.toFixed(3)]),
    ).toEqual([
      [3_500, '0.058'],
      [3_000, '0.050'],
    ]);
    expect(summary).toMatchObject({ period_commission: 6_500, base_revenue: 100_000, over_quota_revenue: 20_000 });
  });
});
