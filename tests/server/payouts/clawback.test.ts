import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PayoutRun } from '../../../contract/entities/payoutRun.ts';
import { createPayoutWorld, type PayoutWorld } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
beforeAll(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
  const clawback = { enabled: true, window_days: 30, max_share_of_payout: 0.25 };
  const body = { companyName: 'C', commissionsConfig: JSON.stringify({ plans: [{ id: 'default', clawback }] }) };
  await world.ok(world.call('ada', 'PUT', 'settings/general', body));
});
afterAll(() => world.server.close());

/** An invoice of Sam's that earns 5%, paid immediately. */
const addPaidInvoice = async (cents: number, day: string): Promise<number> => {
  const invoice = await world.invoice(school, cents * 20, day);
  await world.facts.pay(invoice, cents * 20, day);
  return invoice;
};
/** A month's run, paid today: the due, kept and paid amounts. */
const pay = async (month: string): Promise<(number | undefined)[]> => {
  const pay_on = world.server.clock().toISOString().slice(0, 10);
  const run = await world.ok<PayoutRun>(world.call('fay', 'POST', 'payout-runs', { month, pay_on }), 201);
  const approved = await world.ok<PayoutRun>(world.call('finn', 'POST', `payout-runs/${run.id}/approve`, { version: run.version }));
  await world.ok(world.call('fay', 'POST', `payout-runs/${run.id}/complete`, {}));
  const [sam] = approved.data;
  return [sam?.due, sam?.kept, sam?.amount];
};

describe('decisions 2.07: the clawback window counts from the payout', () => {
  it('is not restarted by a clawback itself', async () => {
    const bounced = await addPaidInvoice(1000_00, '2026-11-02');
    expect(await pay('2026-11')).toEqual([1000, 0, 1000]);
    await world.facts.pay(bounced, -20_000_00, '2026-11-22');
    await world.setClock('2026-12-10T18:00:00Z');
    await addPaidInvoice(400_00, '2026-12-01');
    expect(await pay('2026-12')).toEqual([400, 100, 300]);
    // 45 days after the payout, and 26 after a part of it was clawed back.
    await world.setClock('2027-01-05T18:00:00Z');
    await addPaidInvoice(400_00, '2027-01-02');
    expect(await pay('2027-01')).toEqual([400, 0, 400]);
  });

  it('applies to an adjustment without a record that was lowered after payment', async () => {
    await world.setClock('2027-03-10T18:00:00Z');
    const related = await world.invoice(school, 100_00, '2027-03-02');
    const adjustment = { commission_id: null, related_invoice_id: related, user_id: world.ids.sam as number, amount_cents: 250_00 };
    const decided = { reason: 'A proposal', state: 'approved' as const, effective_date: '2027-03-01', created_by: world.ids.ada as number };
    const { id } = await world.query
      .insertInto('adjustments')
      .values({ ...adjustment, ...decided, decided_by: null, decided_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await pay('2027-03')).toEqual([250, 0, 250]);
    const lowered = { adjustment_amount: '100', adjustment_reason: 'Less of it', related_invoice_id: String(related), version: 1 };
    await world.ok(world.call('ada', 'PUT', `adjustments/${id}`, lowered));
    const { summary } = await world.ok<{ summary: Record<string, number> }>(
      world.call('ada', 'GET', `commissions/summary?start_date=2027-03-01&end_date=2027-03-31&user_id=${world.ids.sam}`),
    );
    expect([summary.total_commission_due, summary.total_commission_overpaid]).toEqual([0, 150]);
    await addPaidInvoice(400_00, '2027-03-05');
    // A quarter of the due amount, toward the 150 overpaid.
    expect(await pay('2027-03')).toEqual([400, 100, 300]);
    await addPaidInvoice(400_00, '2027-03-06');
    expect(await pay('2027-03')).toEqual([400, 50, 350]);
    await addPaidInvoice(400_00, '2027-03-07');
    expect(await pay('2027-03')).toEqual([400, 0, 400]);
  });
});
