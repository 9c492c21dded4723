import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Payment } from '../../../contract/entities/payment.ts';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { up as reversedPayouts } from '../../../server/db/migrations/134_reversed_payouts.ts';
import { beginDay } from '../../../server/domain/commissions/recompute/index.ts';
import { instanceWorker } from '../../../server/jobs/instanceWorker.ts';
import { createPayoutWorld, type PayoutWorld, TODAY } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
beforeEach(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
});
afterEach(() => world.server.close());

const clawback = async (enabled: boolean): Promise<void> => {
  const config = { plans: [{ id: 'default', clawback: { enabled, window_days: 60, max_share_of_payout: 0.5 } }] };
  await world.ok(world.call('ada', 'PUT', 'settings/general', { companyName: 'C', commissionsConfig: JSON.stringify(config) }));
};
/** An invoice that earns 5%, paid immediately. */
const sell = async (cents: number, day: string): Promise<number> => {
  const invoice = await world.invoice(school, cents * 20, day);
  await world.facts.pay(invoice, cents * 20, day);
  return invoice;
};
const credit = (invoice: number, cents: number, booking_date = '2026-11-05'): Promise<number> =>
  world.facts.addInvoice({ salesperson_id: world.ids.sam as number, booking_date, net_cents: -cents * 20, credit_of_id: invoice });
const propose = async (): Promise<PayoutRun> =>
  world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', { month: '2026-11', pay_on: TODAY }), 201);
const complete = async (run: PayoutRun): Promise<void> => {
  await world.ok(world.call('finn', 'POST', `payout-runs/${run.id}/approve`, { version: run.version }));
  await world.ok(world.call('fay', 'POST', `payout-runs/${run.id}/complete`, {}));
};
/** Released, paid out and status. */
const recordsOf = async (...invoices: readonly number[]) => {
  const records = [];
  for (const id of invoices) records.push(await world.facts.recordOf(id));
  return records.map((row) => [row.released_cents, row.paid_cents, row.status]);
};
const paid = async (payment: Payment): Promise<void> => {
  const approved = await world.ok<Payment>(world.call('finn', 'POST', `payments/${payment.id}/approve`, { version: payment.version }));
  await world.ok(world.call('fay', 'POST', `payments/${payment.id}/complete`, { version: approved.version }));
};
const figures = ({ data: [sam] }: PayoutRun) => [sam?.outcome, sam?.due, sam?.kept, sam?.overpaid, sam?.amount];

const back = {
  'a payment that bounced': (invoice: number) => world.facts.pay(invoice, -10_000_00, '2026-11-20'),
  'a credit memo': (invoice: number) => credit(invoice, 500_00),
} as const;

describe('decisions 2.24: one rule for returned money (issue 46, 6)', () => {
  it.each([
    ['a payment that bounced', true, ['paid', 600, 300, 200, 300]],
    ['a credit memo', true, ['paid', 600, 300, 200, 300]],
    ['a payment that bounced', false, ['paid', 600, 0, 500, 600]],
    ['a credit memo', false, ['paid', 600, 0, 500, 600]],
  ] as const)('after a payout of 500 and %s, with clawback %s, a run pays 600', async (what, enabled, expected) => {
    await clawback(enabled);
    const sold = await sell(500_00, '2026-11-02');
    await complete(await propose());
    await back[what](sold);
    await sell(600_00, '2026-11-06');
    const run = await propose();
    expect(figures(run)).toEqual(expected);
    await complete(run);
    await sell(600_00, '2026-11-07');
    // The rest of the 500, at most half of the payout; without a clawback it stays overpaid.
    expect(figures(await propose())).toEqual(enabled ? ['paid', 600, 200, 0, 400] : ['paid', 600, 0, 500, 600]);
  });

  it('a memo of an unpaid record only reduces that record', async () => {
    await clawback(false);
    await credit(await sell(500_00, '2026-11-02'), 200_00);
    expect(figures(await propose())).toEqual(['paid', 300, 0, 0, 300]);
  });

  it('a memo larger than its unpaid invoice’s earnings only reduces the due amount', async () => {
    await clawback(false);
    const sold = await sell(3_000_00, '2026-11-02');
    await sell(3_000_00, '2026-11-06');
    // 3,000 of the first sale, and 500 that the second one no longer earns above the quota.
    await credit(sold, 3_000_00, '2026-11-07');
    expect(figures(await propose())).toEqual(['paid', 3_000, 0, 0, 3_000]);
  });

  it('a memo larger than its invoice’s due amount is overpaid only by the rest', async () => {
    await clawback(true);
    const sold = await world.invoice(school, 10_000_00, '2026-11-02');
    await world.facts.pay(sold, 10_000_00, '2026-11-02');
    await world.facts.payOut(sold, 300_00, '2026-11-03');
    await credit(sold, 400_00);
    await sell(600_00, '2026-11-06');
    // 200 of the memo offset the 200 due; the other 200 are overpaid.
    expect(figures(await propose())).toEqual(['paid', 600, 200, 0, 400]);
  });

  it('a manual payment pays at most the memo’s remainder and settles both', async () => {
    await clawback(false);
    const sold = await sell(500_00, '2026-11-02');
    const memo = await credit(sold, 200_00);
    const byHand = (amount: string) => world.call('fay', 'POST', 'payments', world.payoutBody({ amount }));
    expect((await byHand('500.00')).statusCode).toBe(422);
    const open = await world.ok<{ data: { open: number }[] }>(world.call('fay', 'GET', `payments/open/people/${world.ids.sam}`));
    expect(open.data.map((item) => item.open)).toEqual([300]);
    await paid(await world.ok<Payment>(byHand('300.00'), 201));
    expect(await recordsOf(sold, memo)).toEqual([
      [500_00, 500_00, 'paid'],
      [-200_00, -200_00, 'paid'],
    ]);
  });

  it('a pending manual payment is refused after a memo arrives', async () => {
    await clawback(false);
    const sold = await sell(500_00, '2026-11-02');
    const waiting = await world.ok<Payment>(world.call('fay', 'POST', 'payments', world.payoutBody({ amount: '500.00' })), 201);
    await credit(sold, 200_00);
    const refused = await world.call('finn', 'POST', `payments/${waiting.id}/approve`, { version: waiting.version });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'due_moved']);
  });

  it('a manual payment that reverses part of a negative amount is approved', async () => {
    await clawback(false);
    const sold = await sell(100_00, '2026-11-02');
    const record = await world.facts.recordOf(sold);
    const adjustment = {
      user_id: String(world.ids.sam),
      effective_date: '2026-11-10',
      kind: 'correction',
      adjustment_amount: '-50.00',
      adjustment_reason: 'Wrong prize paid',
    };
    const { id } = await world.ok<{ id: string }>(world.call('ada', 'POST', 'adjustments', adjustment), 201);
    const allocations = [
      { kind: 'record', id: String(record.id), amount: 100 },
      { kind: 'adjustment', id, amount: -10 },
    ];
    await paid(await world.record(world.payoutBody({ amount: '90.00', allocations })));
    const open = await world.ok<{ data: { open: number }[] }>(world.call('fay', 'GET', `payments/open/people/${world.ids.sam}`));
    expect(open.data.map((item) => item.open)).toEqual([-40]);
  });

  it('a reversed payout does not count as pay: a full credit settles the invoice (decisions 2.23)', async () => {
    await clawback(false);
    const sold = await sell(500_00, '2026-11-02');
    const payment = await world.record(world.payoutBody({ amount: '500.00' }));
    await paid(payment);
    const completed = await world.ok<Payment>(world.call('fay', 'GET', `payments/${payment.id}`));
    await world.ok(world.step('fay', completed, 'reverse', { reason: 'Wrong account' }));
    expect(await recordsOf(sold)).toEqual([[500_00, 0, 'due']]);
    const memo = await credit(sold, 500_00);
    const settled = [
      [0, 0, 'not_due'],
      [0, 0, 'not_due'],
    ];
    expect(await recordsOf(sold, memo)).toEqual(settled);
    expect((await world.call('fay', 'POST', 'payout-runs', { month: '2026-11', pay_on: TODAY })).statusCode).toBe(422);
    // As an earlier version left them.
    for (const [invoice, cents] of [
      [sold, 500_00],
      [memo, -500_00],
    ] as const) {
      const earlier = { released_cents: cents, due_cents: cents, status: 'due', reason: 'payable' } as const;
      await world.query.updateTable('commission_records').set(earlier).where('invoice_id', '=', invoice).execute();
    }
    await world.server.db.script(reversedPayouts);
    const marks = await world.query
      .selectFrom('marks')
      .select('day')
      .where('user_id', '=', world.ids.sam as number)
      .orderBy('day')
      .execute();
    expect(marks.map(({ day }) => day)).toEqual(['2026-11-02', '2026-11-05']);
    await instanceWorker(world.server.db, () => {}, world.server.clock).drain();
    expect(await recordsOf(sold, memo)).toEqual(settled);
  });

  it.each(['invoice_paid_in_full', 'proportional_to_payments', 'on_booking'])(
    'a fully credited invoice that was not paid out is settled without a payout if the plan releases %s',
    async (when) => {
      const config = { plans: [{ id: 'default', due: { when } }] };
      await world.ok(world.call('ada', 'PUT', 'settings/general', { companyName: 'C', commissionsConfig: JSON.stringify(config) }));
      const sold = await sell(500_00, '2026-09-02');
      const memo = await credit(sold, 500_00);
      const settled = [
        [0, 0, 'not_due'],
        [0, 0, 'not_due'],
      ];
      expect(await recordsOf(sold, memo)).toEqual(settled);
      const record = await world.facts.recordOf(sold);
      const why = await world.ok<{ reason: string; status: string }>(world.call('ada', 'GET', `commissions/${record.id}/explain`));
      expect([record.reason, why.reason, why.status]).toEqual(['settled_by_credit', 'settled_by_credit', 'not_due']);
      expect((await world.call('fay', 'POST', 'payout-runs', { month: '2026-11', pay_on: TODAY })).statusCode).toBe(422);
      expect(await beginDay(world.facts.store, TODAY, world.server.clock())).toBe(0);
      // The memo reverses the amount paid out meanwhile, in any quota period.
      await world.facts.payOut(sold, 500_00, '2026-11-03');
      expect(await recordsOf(sold, memo)).toEqual([
        [500_00, 500_00, 'paid'],
        [-500_00, 0, 'due'],
      ]);
    },
  );

  it('lists an overpaid person with nothing due', async () => {
    await clawback(false);
    const sold = await sell(500_00, '2026-11-02');
    await complete(await propose());
    await credit(sold, 500_00);
    expect(figures(await propose())).toEqual(['carried', 0, 0, 500, 0]);
  });
});
