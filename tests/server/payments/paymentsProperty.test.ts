import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Payment, PaymentPage } from '../../../contract/entities/payment.ts';
import { commissionStatusFor, dueOf } from '../../../contract/rules/commission/commission.ts';
import { wrongBalances } from '../support/invoiceBalances.ts';
import { randomOf } from '../support/records.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

const STEPS = 40;
let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.server.close());

/** Checks every record against receipts and payouts, and every receipt against its allocations. */
const assertSound = async (after: string): Promise<void> => {
  const { query } = world;
  const records = await query.selectFrom('commission_records').selectAll().execute();
  const lines = await query
    .selectFrom('payout_lines as l')
    .innerJoin('payouts as p', 'p.id', 'l.payout_id')
    .select(['l.commission_id', 'l.amount_cents'])
    .where('p.state', '=', 'completed')
    .execute();
  const parts = await query.selectFrom('customer_payments').selectAll().execute();
  const sum = (rows: readonly { amount_cents: number }[]) => rows.reduce((total, { amount_cents }) => total + amount_cents, 0);
  for (const { id, invoice_id, gross_cents, amount_cents: c, released_cents: d, paid_cents: p, due_cents, status } of records) {
    expect(p, after).toBe(sum(lines.filter(({ commission_id }) => commission_id === id)));
    const received = sum(parts.filter((part) => part.invoice_id === invoice_id && part.state === 'completed'));
    expect(received, after).toBeLessThanOrEqual(gross_cents);
    expect(d, after).toBe(received >= gross_cents ? c : 0);
    expect([due_cents, status], after).toEqual([dueOf(c, d, p), commissionStatusFor(c, d, p)]);
    expect(p + Math.max(0, d - p) + (c - d) - Math.max(0, p - d), after).toBe(c);
  }
  for (const { id, amount_cents } of await query.selectFrom('receipts').selectAll().where('reversal_of_id', 'is', null).execute())
    expect(sum(parts.filter(({ receipt_id }) => receipt_id === id)), after).toBeLessThanOrEqual(amount_cents);
  expect(await wrongBalances(world.server.db), after).toEqual([]);
};

describe('decisions 2.03, 2.15, 2.16: whatever is received, allocated, paid, returned and reversed', () => {
  it('every record matches its receipts and payouts', async () => {
    const random = randomOf(14);
    const school = await world.customer();
    for (let index = 0; index < 6; index += 1)
      await world.invoice(school, (1 + random.below(9)) * 1000_00, `2026-10-0${index + 1}`, random.of(['sam', 'kim']));
    for (let index = 0; index < STEPS; index += 1) {
      const { data } = await world.ok<PaymentPage>(world.call('fay', 'GET', 'payments?limit=500'));
      const open = data.filter(({ actions }) => actions.length > 0);
      const label = random.below(4);
      if (label === 0 || open.length === 0) {
        const amount = `${(1 + random.below(8)) * 500}.00`;
        await world.record(world.receiptBody(school, { amount, reference: `R-${index}`, cleared: random.below(3) > 0 }));
      } else if (label === 1) {
        const user_id = String(world.ids[random.of(['sam', 'kim'])]);
        const due = await world.ok<{ data: { open: number }[] }>(world.call('fay', 'GET', `payments/open/people/${user_id}`));
        const amount = due.data.reduce((total, item) => total + Math.max(0, item.open), 0);
        if (amount > 0) await world.record(world.payoutBody({ user_id, amount: amount.toFixed(2), reference: `P-${index}` }));
      } else {
        const payment: Payment = random.of(open);
        const action = random.of(payment.actions.filter((one) => one !== 'allocate'));
        // If due or open amounts changed meanwhile, the step is refused and nothing changes.
        if (action) await world.step('finn', payment, action, action === 'fail' || action === 'reverse' ? { reason: 'By chance' } : {});
      }
      await assertSound(`step ${index}`);
    }
    const { summary } = await world.ok<PaymentPage>(world.call('fay', 'GET', 'payments'));
    expect(summary?.transactions).toBeGreaterThan(10);
  });
});
