import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenItems } from '../../../contract/entities/payment.ts';
import { createPayoutWorld, type PayoutWorld, TODAY } from '../support/worlds/payouts.ts';

let world: PayoutWorld;
let school: number;
beforeAll(async () => {
  world = await createPayoutWorld();
  school = await world.customer();
});
afterAll(() => world.server.close());

/** A fully paid invoice: 5% of it is due to its seller. */
const addPaidInvoice = async (cents: number, day = '2026-11-02', seller = 'kim'): Promise<number> => {
  const invoice = await world.invoice(school, cents, day, seller);
  await world.facts.pay(invoice, cents, '2026-11-09');
  return invoice;
};
const openOf = async (name: string): Promise<OpenItems['data']> =>
  (await world.ok<OpenItems>(world.call('fay', 'GET', `payments/open/people/${world.ids[name]}`))).data;

describe('decisions 2.02, 2.16: the worked example from booking to paid', () => {
  it('60,000 and 60,000 at 5% and 7.5%: the due amount is paid after a second person’s approval', async () => {
    const first = await world.invoice(school, 60_000_00, '2026-10-05');
    const second = await world.invoice(school, 60_000_00, '2026-10-20');
    expect((await world.moneyOf(first)).amount_cents).toBe(3000_00);
    expect((await world.moneyOf(second)).amount_cents).toBe(3500_00);
    await world.record(world.receiptBody(school, { amount: '60000.00', reference: 'W-1' }));
    expect(await world.moneyOf(first)).toMatchObject({ status: 'due', due_cents: 3000_00 });
    await world.record(world.receiptBody(school, { amount: '60000.00', reference: 'W-2' }));
    const payout = await world.record(world.payoutBody({ amount: '5000.00' }));
    expect(payout).toMatchObject({ status: 'pending', user_name: 'Sam Seller', actions: ['fail'] });
    expect((await world.detail(payout.id)).lines.map(({ amount }) => amount)).toEqual([3000, 2000]);
    const approved = await world.ok(world.step('finn', payout, 'approve'));
    expect(approved).toMatchObject({
      status: 'processing',
      approved_by: 'Finn Ferro',
      self_approved: false,
      actions: ['complete', 'fail'],
    });
    expect(await world.moneyOf(first)).toMatchObject({ status: 'due', paid_cents: 0 });
    await world.ok(world.step('fay', approved, 'complete'));
    expect(await world.moneyOf(first)).toMatchObject({ status: 'paid', paid_cents: 3000_00, due_cents: 0, payment_date: TODAY });
    expect(await world.moneyOf(second)).toMatchObject({ status: 'partially_paid', paid_cents: 2000_00, due_cents: 1500_00 });
    expect(await world.audits('payout', payout.id)).toEqual(['payout.recorded', 'payout.approved', 'payout.completed']);
    const notice = await world.query
      .selectFrom('notifications')
      .selectAll()
      .where('title', '=', 'Commission paid')
      .executeTakeFirstOrThrow();
    expect([notice.user_id, notice.message, notice.link]).toEqual([
      world.ids.sam,
      '$5,000.00 was paid to you on Nov 21, 2026.',
      `/payouts?payout=${payout.id}`,
    ]);
  });
});

describe('decisions 2.16: pending → processing → completed or failed → processing', () => {
  it('pays the oldest due first, and excludes amounts in a payment in progress', async () => {
    const newer = await addPaidInvoice(2000_00, '2026-11-03');
    const older = await addPaidInvoice(1000_00, '2026-11-02');
    const recordIds = [(await world.facts.recordOf(older)).id, (await world.facts.recordOf(newer)).id];
    expect((await openOf('kim')).map(({ id, open }) => [Number(id), open])).toEqual([
      [recordIds[0], 50],
      [recordIds[1], 100],
    ]);
    const payout = await world.record(world.payoutBody({ user_id: String(world.ids.kim), amount: '60.00' }));
    expect((await openOf('kim')).map(({ open }) => open)).toEqual([90]);
    const failed = await world.ok(world.step('finn', payout, 'fail', { reason: 'Wrong account' }));
    expect((await openOf('kim')).map(({ open }) => open)).toEqual([50, 100]);
    // No one approved it, so the retry waits for approval.
    const waiting = await world.ok(world.step('fay', failed, 'retry'));
    expect(waiting.status).toBe('pending');
    const approved = await world.ok(world.step('finn', waiting, 'approve'));
    const returned = await world.ok(world.step('fay', approved, 'fail', { reason: 'Account closed' }));
    const repeated = await world.ok(world.step('fay', returned, 'retry'));
    expect([repeated.status, repeated.failure]).toEqual(['processing', null]);
    const paid = await world.ok(world.step('fay', repeated, 'complete'));
    expect(await world.statusOf(older)).toBe('paid');

    const reversed = await world.ok(world.step('fay', paid, 'reverse', { reason: 'Paid to the wrong person' }));
    const back = await world.detail(reversed.reversed_by as string);
    expect(back).toMatchObject({ amount: -60, status: 'completed', reversal_of: payout.id, payment_date: TODAY, actions: [] });
    expect(await world.moneyOf(older)).toMatchObject({ status: 'due', paid_cents: 0, payment_date: null });
    expect(await world.refused(world.step('fay', reversed, 'reverse', { reason: 'Again' }))).toEqual([409, 'payment_step']);
    expect((await openOf('kim')).map(({ open }) => open)).toEqual([50, 100]);
  });

  it('pays an adjustment without a record in the same way', async () => {
    const invoice = await world.query.selectFrom('invoices').select('id').executeTakeFirstOrThrow();
    const bonus = {
      commission_id: null,
      related_invoice_id: invoice.id,
      user_id: world.ids.mia as number,
      amount_cents: 250_00,
      reason: 'A bonus',
      state: 'approved' as const,
      effective_date: '2026-11-01',
      created_by: world.ids.ada as number,
      decided_by: null,
      decided_at: null,
    };
    await world.query.insertInto('adjustments').values(bonus).execute();
    const body = world.payoutBody({ user_id: String(world.ids.mia), amount: '250.00' });
    const payout = await world.record(body);
    expect((await world.detail(payout.id)).lines).toMatchObject([{ kind: 'adjustment', label: 'A bonus', amount: 250 }]);
    await world.ok(world.step('fay', await world.ok(world.step('finn', payout, 'approve')), 'complete'));
    expect(await openOf('mia')).toEqual([]);
    expect(await world.refused(world.call('fay', 'POST', 'payments', body))).toEqual([
      422,
      { allocations: 'Nothing is due to this person, so there is nothing to pay.' },
    ]);
  });

  it('pays a bonus without an invoice (decisions 2.08)', async () => {
    const bonus = {
      commission_id: null,
      related_invoice_id: null,
      origin: 'bonus' as const,
      bonus_key: 'plan:first',
      bonus_from: '2026-10-01',
      user_id: world.ids.eve as number,
      amount_cents: 125_00,
      reason: 'Bonus of October',
      state: 'approved' as const,
      effective_date: '2026-11-01',
      created_by: world.ids.ada as number,
      decided_by: null,
      decided_at: null,
    };
    await world.query.insertInto('adjustments').values(bonus).execute();
    expect(await openOf('eve')).toMatchObject([{ kind: 'adjustment', label: 'Bonus of October', customer_name: '', open: 125 }]);
    const payout = await world.record(world.payoutBody({ user_id: String(world.ids.eve), amount: '125.00' }));
    expect((await world.detail(payout.id)).lines).toMatchObject([{ kind: 'adjustment', label: 'Bonus of October', amount: 125 }]);
    await world.ok(world.step('fay', await world.ok(world.step('finn', payout, 'approve')), 'complete'));
    expect(await openOf('eve')).toEqual([]);
  });

  it('never lets creator or payee approve; one of two simultaneous approvals wins', async () => {
    // She was a salesperson until she joined Finance.
    const until = { user_id: world.ids.fay as number, until_day: '2026-11-10', role: 'salesperson' as const, active: true };
    await world.query.insertInto('user_past').values(until).execute();
    await addPaidInvoice(2000_00, '2026-11-05', 'fay');
    await addPaidInvoice(4000_00, '2026-11-05');
    const body = (amount: string, overrides: object = {}) => world.payoutBody({ user_id: String(world.ids.kim), amount, ...overrides });
    const payout = await world.record(body('21.00'));
    expect(await world.refused(world.step('fay', payout, 'approve'))).toEqual([403, 'own_payment']);
    const answers = await Promise.all([world.step('finn', payout, 'approve'), world.step('ada', payout, 'approve')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const own = await world.record(body('22.00', { user_id: String(world.ids.fay) }), 'finn');
    expect(await world.refused(world.step('fay', own, 'approve'))).toEqual([403, 'own_payment']);
    expect((await world.step('ada', own, 'approve')).statusCode).toBe(200);
  });

  it('allows and flags approval by the only possible approver', async () => {
    await world.query
      .updateTable('users')
      .set({ active: false })
      .where('id', 'in', [world.ids.finn as number, world.ids.ada as number])
      .execute();
    const payout = await world.record(world.payoutBody({ user_id: String(world.ids.kim), amount: '5.00' }));
    expect(payout.actions).toEqual(['approve', 'fail']);
    expect(await world.ok(world.step('fay', payout, 'approve'))).toMatchObject({ status: 'processing', self_approved: true });
    await world.query.updateTable('users').set({ active: true }).execute();
  });

  it('lets the admins approve while nobody active has a configured role', async () => {
    const config = JSON.stringify({ payout: { approvers: ['finance'] } });
    await world.query
      .insertInto('config_versions')
      .values({ config, created_by: null, created_at: world.server.clock().toISOString() })
      .execute();
    const { fay, finn, kim } = world.ids;
    const payout = await world.record(world.payoutBody({ user_id: String(kim), amount: '6.00' }), 'ada');
    expect(await world.refused(world.step('ada', payout, 'approve'))).toEqual([403, 'not_approver']);
    const financeTeam = world.query.updateTable('users').where('id', 'in', [fay, finn] as number[]);
    await financeTeam.set({ active: false }).execute();
    expect(await world.ok(world.step('ada', payout, 'approve'))).toMatchObject({ status: 'processing', self_approved: true });
    await financeTeam.set({ active: true }).execute();
  });

  it('refuses approval of an amount that is no longer due', async () => {
    const invoice = await addPaidInvoice(9000_00, '2026-11-06', 'vic');
    const payout = await world.record(world.payoutBody({ user_id: String(world.ids.vic), amount: '450.00' }));
    await world.facts.pay(invoice, -9000_00, '2026-11-12');
    expect(await world.refused(world.step('finn', payout, 'approve'))).toEqual([409, 'due_moved']);
  });

  it('refuses more than is due, less than its lines, a day too far ahead, and a payment to nobody', async () => {
    const tried = (overrides: object) =>
      world.refused(world.call('fay', 'POST', 'payments', world.payoutBody({ amount: '10.00', ...overrides })));
    const record = (await openOf('sam'))[0];
    expect(await tried({ amount: '90000.00' })).toEqual([422, { allocations: 'The allocation must add up to $90,000.00.' }]);
    expect(await tried({ allocations: [{ kind: 'record', id: record?.id, amount: 9 }] })).toEqual([
      422,
      { allocations: 'The allocation must add up to $10.00.' },
    ]);
    expect(await tried({ payment_date: '2027-03-01' })).toEqual([422, { payment_date: 'The date can be at most 62 days ahead' }]);
    expect(await tried({ user_id: '999999' })).toEqual([422, { payer: 'There is no such person. Choose one from the list.' }]);
  });
});
