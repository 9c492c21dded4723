import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NextPayout, PayoutDetail, WaitingRecordList } from '../../../contract/entities/payout.ts';
import type { PayoutRun, PayoutRunList } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
let first: number;
const id = (name: string): number => world.ids[name] as number;
/** An invoice that earns 5% of its amount in cents, due on a day. */
const sale = async (cents: number, booked: string, due: string, paid: string | null, seller = 'sam'): Promise<number> => {
  const invoice = await world.invoice(school, cents * 20, booked, seller);
  await world.query.updateTable('invoices').set({ due_date: due }).where('id', '=', invoice).execute();
  if (paid !== null) await world.facts.pay(invoice, cents * 20, paid);
  return invoice;
};
const next = (name: string, more = ''): Promise<NextPayout> => world.ok<NextPayout>(world.call(name, 'GET', `payouts/next${more}`));
const nextDetail = (name: string): Promise<PayoutDetail> => world.ok<PayoutDetail>(world.call(name, 'GET', `payouts/next-${id(name)}`));
const causesOf = ({ parts }: PayoutDetail) => parts.map(({ cause, amount }) => [cause, amount]);
const stepsOf = ({ steps }: PayoutDetail) => steps.map(({ cause, amount }) => [cause, amount]);
const waiting = (name: string, more = ''): Promise<WaitingRecordList> =>
  world.ok<WaitingRecordList>(world.call(name, 'GET', `payouts/waiting${more}`));
const runs = (): Promise<PayoutRunList> => world.ok<PayoutRunList>(world.call('fay', 'GET', 'payout-runs'));
const propose = (run: object): Promise<PayoutRun> => world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', run), 201);
const payRun = async (run: object): Promise<void> => {
  const { id: runId, version } = await propose(run);
  await world.ok(world.call('finn', 'POST', `payout-runs/${runId}/approve`, { version }));
  await world.ok(world.call('fay', 'POST', `payout-runs/${runId}/complete`, {}));
};

beforeAll(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
  await world.query.updateTable('users').set({ joined_on: '2026-01-05' }).execute();
  const plan = {
    quota: { amount: 100_000_000, period: 'year' },
    clawback: { enabled: true, window_days: 90, max_share_of_payout: 1 },
  };
  const plans = [
    { ...plan, id: 'default', applies_to: { roles: ['salesperson', 'sales_manager', 'vp_sales'] } },
    { ...plan, id: 'drawn', applies_to: { users: [String(id('kim'))] }, draw: { amount: 2000, recoverable: true } },
  ].reverse();
  const body = { companyName: 'C', commissionsConfig: JSON.stringify({ plans }) };
  await world.ok(world.call('ada', 'PUT', 'settings/general', body));
  await world.setClock('2026-10-30T18:00:00Z');
  first = await sale(100_000, '2026-10-05', '2026-10-20', '2026-10-19');
  await sale(50_000, '2026-10-06', '2026-10-20', '2026-10-19', 'kim');
});
afterAll(() => world.server.close());

describe('decisions 2.29: next run and next check', () => {
  it('the run form starts with the pay day and month of the check, and pays the same', async () => {
    expect((await runs()).next).toEqual({ month: '2026-10', pay_on: '2026-10-31' });
    const [sam, kim] = [await next('sam'), await next('kim')];
    expect([sam.ready, sam.ready_on, kim.ready, kim.ready_on]).toEqual([1000, '2026-10-31', 2000, '2026-10-31']);
    const run = await propose((await runs()).next);
    expect(run.data.filter(({ outcome }) => outcome === 'paid').map(({ user_name, amount }) => [user_name, amount])).toEqual([
      ['Kim Keller', 2000],
      ['Sam Seller', 1000],
    ]);
    await world.ok(world.call('fay', 'POST', `payout-runs/${run.id}/cancel`, { version: run.version }));
  });

  it('refuses a run for a future month: the rest of a paid month is paid on the next pay day', async () => {
    await payRun((await runs()).next);
    expect((await runs()).next).toEqual({ month: '2026-10', pay_on: '2026-11-30' });
    await world.setClock('2026-11-21T18:00:00Z');
    expect((await runs()).next).toEqual({ month: '2026-11', pay_on: '2026-11-30' });
  });
});

describe('decisions 2.29: causes read from the database', () => {
  it('an advanced draw is recovered from the next check', async () => {
    await sale(400_000, '2026-11-03', '2026-11-20', '2026-11-10', 'kim');
    const detail = await nextDetail('kim');
    // 4,000.00 due, less the 1,500.00 by which October's draw raised 500.00.
    expect([detail.amount, causesOf(detail)]).toEqual([
      2500,
      [
        ['new_sales', 4000],
        ['draw_recovered', -1500],
      ],
    ]);
    expect(stepsOf(detail)).toEqual([
      ['new_sales', 3500],
      ['draw_advanced', -1500],
      ['draw_recovered', -1500],
    ]);
  });

  it('a credit memo of a paid record is deducted, and a bonus added', async () => {
    await sale(80_000, '2026-11-02', '2026-11-12', '2026-11-10');
    const memo = { customer_id: school, customer_name: 'School 1', salesperson_id: id('sam'), booking_date: '2026-11-12' };
    await world.facts.addInvoice({ ...memo, net_cents: -25_000 * 20, credit_of_id: first });
    const bonus = { commission_id: null, related_invoice_id: null, user_id: id('sam'), amount_cents: 150_00, reason: 'Ten deals' };
    await world.query
      .insertInto('adjustments')
      .values({
        ...bonus,
        state: 'approved' as const,
        effective_date: '2026-11-15',
        created_by: id('ada'),
        decided_by: id('vic'),
        decided_at: '2026-11-15T18:00:00Z',
        origin: 'bonus' as const,
        bonus_key: 'default/deals',
        bonus_from: '2026-10-01',
      })
      .execute();
    const detail = await nextDetail('sam');
    // 800.00 sold and a bonus of 150.00, less 250.00 of the 1,000.00 paid in October.
    expect([detail.amount, causesOf(detail)]).toEqual([
      700,
      [
        ['new_sales', 800],
        ['bonuses', 150],
        ['memos', -250],
      ],
    ]);
    expect(stepsOf(detail)).toEqual([
      ['new_sales', -200],
      ['bonuses', 150],
      ['memos', -250],
    ]);
  });
});

describe('decisions 2.29: earned but not released', () => {
  it('separates commission waiting for customers from held commission, for every month, with reasons', async () => {
    await sale(12_000, '2026-10-08', '2026-11-13', null);
    await sale(8000, '2026-11-04', '2026-12-04', null);
    const held = await world.facts.recordOf(await sale(3000, '2026-11-05', '2026-12-05', '2026-11-06'));
    expect((await next('sam')).ready).toBe(730);
    await world.ok(world.call('fay', 'PUT', `commissions/${held.id}/hold`, { reason: 'The order is disputed' }));
    const { ready, waiting: forCustomers, held: onHold } = await next('sam');
    expect([ready, forCustomers, onHold]).toEqual([700, 200, 30]);
    const { data: rows, total } = await waiting('sam');
    expect(rows.map(({ booking_date, amount, expected_on, why }) => [booking_date, amount, expected_on, why])).toEqual([
      ['2026-10-08', 120, null, 'The customer has not paid; it was due Nov 13, 2026.'],
      ['2026-11-04', 80, '2026-12-04', 'Released once the customer pays; the invoice is due Dec 4, 2026.'],
      ['2026-11-05', 30, null, 'On hold: The order is disputed'],
    ]);
    expect([rows.reduce((sum, { amount }) => sum + amount, 0), total]).toEqual([forCustomers + onHold, forCustomers + onHold]);
  });

  it('has the same readers as the check', async () => {
    const samsQuery = `?user_id=${id('sam')}`;
    for (const name of ['fay', 'ada']) expect((await waiting(name, samsQuery)).data, name).toHaveLength(3);
    for (const name of ['kim', 'vic', 'mia', 'eve'])
      expect(await world.refused(world.call(name, 'GET', `payouts/waiting${samsQuery}`)), name).toEqual([403, 'forbidden']);
    expect(await waiting('kim')).toEqual({ data: [], total: 0 });
  });
});
