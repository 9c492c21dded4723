import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CommissionCosts, Forecast } from '../../../contract/entities/forecast.ts';
import type { PaymentPage } from '../../../contract/entities/payment.ts';
import { addDays } from '../../../contract/rules/time/period.ts';
import { openStore } from '../../../server/db/repositories/store.ts';
import { readForecast } from '../../../server/domain/forecast/forecast.ts';
import { eventRow } from '../support/worlds/events.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
const id = (name: string): number => world.ids[name] as number;
type Sale = Readonly<{
  customer: number;
  net: number;
  booked: string;
  due: string | null;
  paid?: readonly [string, number];
  seller?: string;
}>;
/** An invoice in cents, with 5% commission. */
const sale = async ({ customer, net, booked, due, paid, seller = 'sam' }: Sale): Promise<number> => {
  const invoice = await world.invoice(customer, net, booked, seller);
  await world.query.updateTable('invoices').set({ due_date: due }).where('id', '=', invoice).execute();
  if (paid) await world.facts.pay(invoice, paid[1], paid[0]);
  return invoice;
};
const deal = (name: string, facts: Readonly<{ amount_cents: number | null; probability: string; expected_close_date: string }>) =>
  world.query
    .insertInto('deals')
    .values({
      name,
      customer_name: 'School 9',
      stage: 'Proposal',
      owner_id: id('kim'),
      state: 'open',
      lost_reason: null,
      closed_on: null,
      notes: null,
      ...facts,
    })
    .execute();
const forecast = (name = 'fay'): Promise<Forecast> => world.ok<Forecast>(world.call(name, 'GET', 'forecast'));
const QUARTER = 'start_date=2026-10-01&end_date=2026-12-31';
const costs = async (by: string) => {
  const { total, rows } = await world.ok<CommissionCosts>(world.call('vic', 'GET', `forecast/costs?${QUARTER}&by=${by}`));
  expect(total).toEqual({ commission: 450, revenue: 9500, share: 450 / 9500 });
  return rows.map(({ key, label, commission, revenue, share }) => [key, label, commission, revenue, share]);
};

beforeAll(async () => {
  world = await createPayoutWorld();
  await world.query.updateTable('users').set({ territory: 'West' }).where('id', '=', id('sam')).execute();
  const [slow, other, old] = [await world.customer(), await world.customer(), await world.customer()];
  // Paid 10 days after the due day and 40 days after the booking: 3 × 50.00 is due.
  for (const [booked, due, paidOn] of [
    ['2026-07-01', '2026-07-31', '2026-08-10'],
    ['2026-08-01', '2026-08-31', '2026-09-10'],
    ['2026-09-01', '2026-10-01', '2026-10-11'],
  ] as const)
    await sale({ customer: slow, net: 1000_00, booked, due, paid: [paidOn, 1000_00] });
  await sale({ customer: slow, net: 2000_00, booked: '2026-11-02', due: '2026-12-02' });
  await sale({ customer: other, net: 4000_00, booked: '2026-10-02', due: '2026-11-01', paid: ['2026-11-05', 1000_00] });
  await sale({ customer: other, net: 1000_00, booked: '2026-11-15', due: null });
  await sale({ customer: old, net: 700_00, booked: '2026-08-16', due: '2026-09-15' });
  const held = await sale({ customer: other, net: 600_00, booked: '2026-11-05', due: '2026-12-05', paid: ['2026-11-06', 600_00] });
  const { id: heldRecord } = await world.facts.recordOf(held);
  await world.ok(world.call('fay', 'PUT', `commissions/${heldRecord}/hold`, { reason: 'The order is disputed' }));
  const kims = await sale({
    customer: other,
    net: 1000_00,
    booked: '2026-10-10',
    due: '2026-10-31',
    paid: ['2026-10-20', 1000_00],
    seller: 'kim',
  });
  await world.query.updateTable('invoices').set({ customer_type: 'Library' }).where('id', '=', kims).execute();
  await world.facts.adjust(kims, 20_00, '2026-11-03');
  const { invoice_number } = await world.query
    .selectFrom('invoices')
    .select('invoice_number')
    .where('id', '=', kims)
    .executeTakeFirstOrThrow();
  await world.query
    .insertInto('events')
    .values([eventRow({ activity_type: 'Minecraft', invoice_id: invoice_number })])
    .execute();
  const unassigned = { invoice_number: 'N-1', customer_name: 'Nobody', booking_date: '2026-10-09', gross_cents: 900_00, net_cents: 900_00 };
  await world.query
    .insertInto('invoices')
    .values({ ...unassigned, salesperson_id: null, state: 'sent' as const })
    .execute();
  await world.query
    .insertInto('receipts')
    .values({ customer_id: old, amount_cents: 500_00, received_on: '2026-11-12', method: 'ACH', state: 'completed' })
    .execute();
  // Its close day has passed, so it counts as won today.
  await deal('Now', { amount_cents: 2000_00, probability: '0.25', expected_close_date: '2026-11-10' });
  await deal('Later', { amount_cents: 10_000_00, probability: '0.5', expected_close_date: '2026-12-01' });
  await deal('Next year', { amount_cents: 10_000_00, probability: '0.5', expected_close_date: '2027-01-10' });
  await deal('Without an amount', { amount_cents: null, probability: '0.5', expected_close_date: '2026-12-01' });
});
afterAll(() => world.server.close());

describe('decisions 2.30: forecast of payable commission', () => {
  it('covers month, quarter and year from due commission, records and deals', async () => {
    const { as_of, liability, deals, deals_left_out } = await forecast();
    expect([as_of, deals, deals_left_out]).toEqual(['2026-11-21', 2, 1]);
    expect(liability).toEqual([
      // Due: 150.00 and Kim's 70.00. Later: 100 + 200 + 50 + 35 unpaid, 30 on hold, and 25.00 from the deal won today.
      { until: 'month', end_date: '2026-11-30', due: 220, from_records: 0, from_deals: 0, payable: 220, unreleased: 440 },
      // Expected on Dec 12, Dec 21, Dec 25 and Dec 21: 385.00. Today's deal is paid on Dec 31; later: 5,000.00 · 5% from Dec 1,
      // and the hold.
      { until: 'quarter', end_date: '2026-12-31', due: 220, from_records: 385, from_deals: 25, payable: 630, unreleased: 280 },
      { until: 'year', end_date: '2026-12-31', due: 220, from_records: 385, from_deals: 25, payable: 630, unreleased: 280 },
    ]);
  });

  it('is limited to people with company-wide responsibility', async () => {
    for (const name of ['vic', 'ada']) expect((await forecast(name)).as_of, name).toBe('2026-11-21');
    for (const name of ['sam', 'mia', 'eve'])
      for (const path of ['forecast', `forecast/costs?${QUARTER}`])
        expect(await world.refused(world.call(name, 'GET', path)), `${name} ${path}`).toEqual([403, 'forbidden']);
  });
});

describe('decisions 2.30: commission cost', () => {
  it('lists people, and counts the revenue of each invoice once', async () =>
    expect(await costs('person')).toEqual([
      [String(id('sam')), 'Sam Seller', 380, 7600, 0.05],
      [String(id('kim')), 'Kim Keller', 70, 1000, 0.07],
      ['', null, 0, 900, 0],
    ]));

  it.each([
    [
      'role',
      [
        ['salesperson', 'salesperson', 450, 8600, 450 / 8600],
        ['', null, 0, 900, 0],
      ],
    ],
    [
      'territory',
      [
        ['West', 'West', 380, 7600, 0.05],
        ['', null, 70, 1900, 70 / 1900],
      ],
    ],
    [
      'customer_type',
      [
        ['', null, 380, 8500, 380 / 8500],
        ['Library', 'Library', 70, 1000, 0.07],
      ],
    ],
    [
      'product',
      [
        ['', null, 380, 8500, 380 / 8500],
        ['Minecraft', 'Minecraft', 70, 1000, 0.07],
      ],
    ],
  ])('groups by %s', async (by, rows) => expect(await costs(by)).toEqual(rows));

  it('of whole months equals that of their days, also for a person who moved midway', async () => {
    const past = { user_id: id('sam'), role: 'salesperson', active: true, territory: 'Midwest' } as const;
    await world.query
      .insertInto('user_past')
      .values({ ...past, until_day: '2026-09-01' })
      .execute();
    const { commissionCosts } = openStore(world.server.db);
    for (const by of ['person', 'role', 'territory'] as const) {
      const read = (start_date: string, end_date: string) => commissionCosts.costs(by, { start_date, end_date });
      const sums = new Map<string, readonly [number, number]>();
      for (let from = '2026-07-01'; from <= '2026-12-31'; from = addDays(from, 10))
        for (const { key, commission, revenue } of await read(from, addDays(from, 9) < '2026-12-31' ? addDays(from, 9) : '2026-12-31')) {
          const [commissionSum = 0, revenueSum = 0] = sums.get(key) ?? [];
          sums.set(key, [commissionSum + commission, revenueSum + revenue]);
        }
      const rows = await read('2026-07-01', '2026-12-31');
      expect(new Map(rows.map(({ key, commission, revenue }) => [key, [commission, revenue]])), by).toEqual(sums);
      if (by === 'territory') expect([...sums.keys()].sort()).toEqual(['', 'Midwest', 'West']);
    }
    await world.query.deleteFrom('user_past').where('user_id', '=', id('sam')).execute();
  });

  it('decisions 1.06: requires both days and a known breakdown', async () => {
    for (const query of ['', 'start_date=2026-10-01', `${QUARTER}&by=month`])
      expect((await world.call('vic', 'GET', `forecast/costs?${query}`)).statusCode, query).toBe(400);
  });
});

describe('decisions 2.30: open invoices and unapplied money', () => {
  it('groups by days past due, largest customer first', async () => {
    const { receivables, unapplied, unapplied_receipts } = await forecast();
    const none = { not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0 };
    expect([receivables.total, receivables.invoices]).toEqual([7600, 5]);
    expect(receivables.ages).toEqual({ ...none, not_due: 3900, days_1_30: 3000, days_61_90: 700 });
    expect(receivables.customers).toEqual([
      { customer_id: '2', customer_name: 'School 2', invoices: 2, total: 4000, ages: { ...none, not_due: 1000, days_1_30: 3000 } },
      { customer_id: '1', customer_name: 'School 1', invoices: 1, total: 2000, ages: { ...none, not_due: 2000 } },
      { customer_name: 'Nobody', invoices: 1, total: 900, ages: { ...none, not_due: 900 } },
      { customer_id: '3', customer_name: 'School 3', invoices: 1, total: 700, ages: { ...none, days_61_90: 700 } },
    ]);
    expect([unapplied, unapplied_receipts]).toEqual([500, 1]);
  });

  it('lists only customer payments that are applied to no invoice', async () => {
    const list = (query: string): Promise<PaymentPage> => world.ok<PaymentPage>(world.call('fay', 'GET', `payments?${query}`));
    const found = await list('unapplied=true');
    expect([found.pagination.total, found.data.map(({ unapplied }) => unapplied)]).toEqual([1, [500]]);
    expect((await list('')).pagination.total).toBeGreaterThan(1);
  });
});

describe('decisions 2.30: a slow forecast', () => {
  it('is returned from cache, marked as being computed, and recomputed after ten minutes', async () => {
    let now = world.server.clock().getTime();
    const services = { store: openStore(world.server.db), clock: () => new Date(now) };
    // A limit of 0 ms, which every computation exceeds.
    const read = (moment: string): Promise<Forecast> => readForecast(services, { config: 1, periods: 0, people: 0, moment }, 0);
    const first = await read('first');
    expect([first.computing, first.deals_left_out]).toEqual([false, 1]);
    await deal('Without an amount either', { amount_cents: null, probability: '0.5', expected_close_date: '2026-12-01' });
    expect(await read('first')).toEqual(first);
    expect(await read('second')).toEqual({ ...first, computing: true });
    now += 600_000;
    expect(await read('third')).toEqual({ ...first, computing: true });
    await vi.waitFor(async () => expect(await read('third')).toEqual({ ...first, deals_left_out: 2 }));
  });

  it('is not returned on another day, after a rule change, or after an hour', async () => {
    let now = world.server.clock().getTime();
    const services = { store: openStore(world.server.db), clock: () => new Date(now) };
    const read = (moment: string, config = 1): Promise<Forecast> => readForecast(services, { config, periods: 0, people: 0, moment }, 0);
    const { as_of: today } = await read('first');
    expect(await read('second')).toMatchObject({ as_of: today, computing: true });
    expect(await read('third', 2)).toMatchObject({ as_of: today, computing: false });
    expect(await read('fourth', 2)).toMatchObject({ as_of: today, computing: true });
    now += 3_600_000;
    expect(await read('fifth', 2)).toMatchObject({ as_of: today, computing: false });
    now += 86_400_000;
    expect(await read('sixth', 2)).toMatchObject({ as_of: addDays(today, 1), computing: false });
  });
});
