import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginDay } from '../../../../server/domain/commissions/recompute/index.ts';
import { type ClosingCompany, createClosingCompany } from '../../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

const amountsOf = async (...invoices: readonly number[]): Promise<(number | undefined)[]> => {
  const all = await world.amounts();
  return invoices.map((invoice) => all[`${invoice} sam`] ?? all[`${invoice} kim`]);
};
const readRelease = async (...invoices: readonly number[]) => {
  const rows = [];
  for (const invoice of invoices) {
    const { released_cents, due_cents, status } = await world.facts.recordOf(invoice);
    rows.push([released_cents, due_cents, status]);
  }
  return rows;
};
const released = async (...invoices: readonly number[]) => (await readRelease(...invoices)).map(([cents]) => cents);
const sellAndTakeBack = async (sold: string, taken: string): Promise<[number, number]> => {
  const original = await world.book('sam', sold, 10_000);
  return [original, await world.book('sam', taken, -10_000, { credit_of_id: original })];
};

describe('decisions 2.02: a credit memo reverses its original, in any order of computation', () => {
  it('when booked before its original, under a new configuration', async () => {
    const [sold, memo] = await sellAndTakeBack('2026-07-02', '2026-06-29');
    await world.save({ plans: [{ base_commission_rate: 0.08, over_quota_commission_rate: 0.08 }] });
    expect(await amountsOf(sold, memo)).toEqual([800_00, -800_00]);
  });

  it('under the next plan of the same year', async () => {
    const plans = (rate: number) => ({
      plans: [
        { id: 'a', effective_to: '2026-10-31', base_commission_rate: rate },
        { id: 'b', effective_from: '2026-11-01', quota: { period: 'year' } },
      ],
    });
    await world.save(plans(0.05));
    const [sold, memo] = await sellAndTakeBack('2026-10-05', '2026-11-05');
    await world.save(plans(0.08));
    expect(await amountsOf(sold, memo)).toEqual([800_00, -800_00]);
  });

  it('in the computed range, but in a quota period that extends beyond it', async () => {
    await world.save({
      plans: [
        { id: 'a', effective_to: '2026-10-15', quota: { period: 'month' } },
        { id: 'b', effective_from: '2026-10-16', quota: { period: 'quarter' } },
      ],
    });
    const [sold, memo] = await sellAndTakeBack('2026-10-05', '2026-10-20');
    await world.book('sam', '2026-10-02', 100_000);
    expect(await amountsOf(sold, memo)).toEqual([750_00, -750_00]);
    await world.facts.changeInvoice(sold, { net_cents: 8_000_00 });
    expect(await amountsOf(sold, memo)).toEqual([600_00, -600_00 - 150_00]);
  });

  it('without a record if its invoice was cancelled, referenced or not', async () => {
    const [sold, memo] = await sellAndTakeBack('2026-10-05', '2026-11-05');
    const other = await world.book('kim', '2026-10-05', 10_000);
    await world.facts.adjust(other, 1_00, '2026-10-06');
    const otherMemo = await world.book('kim', '2026-11-05', -10_000, { credit_of_id: other });
    for (const invoice of [sold, other]) await world.facts.changeInvoice(invoice, { state: 'cancelled' });
    expect(await amountsOf(sold, memo, other, otherMemo)).toEqual([undefined, undefined, 0, undefined]);
    await world.book('kim', '2026-12-05', 1);
    await world.save({ goals: [] });
    expect(await amountsOf(memo, otherMemo)).toEqual([undefined, undefined]);
  });

  it('of a closed month’s record by its closed and later approved amounts', async () => {
    const sold = await world.book('sam', '2026-10-10', 100_000);
    await world.close('2026-10');
    await world.book('sam', '2026-10-05', 50_000);
    const memo = await world.book('sam', '2026-11-05', -100_000, { credit_of_id: sold });
    expect(await amountsOf(sold, memo)).toEqual([5_000_00, -5_000_00]);
    await world.save({ goals: [], plans: [{}] });
    expect(await amountsOf(sold, memo)).toEqual([5_000_00, -5_000_00]);
    const late = await world.server.db.query
      .selectFrom('adjustments')
      .select(['id', 'amount_cents'])
      .where('commission_id', 'is not', null)
      .execute();
    expect(late).toMatchObject([{ amount_cents: 1_250_00 }]);
    await world.decide(late[0]!.id, 'approve');
    expect(await amountsOf(sold, memo)).toEqual([5_000_00, -6_250_00]);
    await world.save({ goals: [], plans: [{ name: 'The same' }] });
    expect(await amountsOf(sold, memo)).toEqual([5_000_00, -6_250_00]);
  });

  it('with retroactive tiers, without a higher rate on later sales', async () => {
    await world.save({ plans: [{ tier_mode: 'retroactive' }] });
    const sold = await world.book('sam', '2026-10-10', 60_000);
    await world.close('2026-10');
    const memo = await world.book('sam', '2026-11-05', -60_000, { credit_of_id: sold });
    const next = await world.book('sam', '2026-11-06', 120_000);
    expect(await amountsOf(sold, memo, next)).toEqual([3_000_00, -3_000_00, 9_000_00]);
  });
});

describe('decisions 2.03: a credit memo releases the same share as its original', () => {
  it('reverses nothing of an unpaid invoice even if the memo is settled; payment releases both', async () => {
    const sold = await world.book('sam', '2026-10-05', 10_000);
    const memo = await world.book('sam', '2026-11-05', -4_000, { credit_of_id: sold });
    await world.facts.pay(memo, -4_000_00, '2026-11-05');
    expect(await readRelease(sold, memo)).toEqual([
      [0, 0, 'not_due'],
      [0, 0, 'not_due'],
    ]);
    const explained = await world.ask('GET', `/commissions/${(await world.facts.recordOf(memo)).id}/explain`);
    expect(explained.sentence).toMatch(
      /^Not due: invoice F-\d+, which it takes back, has \$0\.00 of \$6,000\.00 received; the plan releases on full payment\.$/,
    );
    await world.facts.pay(sold, 10_000_00, '2026-11-06');
    expect(await readRelease(sold, memo)).toEqual([
      [500_00, 500_00, 'due'],
      [-200_00, -200_00, 'due'],
    ]);
    const paid = await world.ask('GET', `/commissions/${(await world.facts.recordOf(memo)).id}/explain`);
    expect(paid.sentence).toContain(
      'which it takes back, has $10,000.00 received and $4,000.00 settled by credit, so $200.00 is to be taken back',
    );
    expect(paid.rows.filter(({ kind }: { kind: string }) => kind === 'payment')).toMatchObject([
      { label: 'Customer payment', amount: 10_000 },
    ]);
    expect(paid.amounts).toMatchObject({ released: -200, due: -200 });
  });

  it('releases original and memo once the remainder is paid (decisions 2.23)', async () => {
    const sold = await world.book('sam', '2026-10-05', 10_000);
    const memo = await world.book('sam', '2026-11-05', -4_000, { credit_of_id: sold });
    await world.facts.pay(sold, 6_000_00, '2026-11-06');
    expect(await released(sold, memo)).toEqual([500_00, -200_00]);
  });

  it('settles a fully credited unpaid invoice by credit instead of making it due (issue 46, 7)', async () => {
    const sold = await world.book('sam', '2026-10-05', 10_000);
    const memos = [
      await world.book('sam', '2026-11-05', -4_000, { credit_of_id: sold }),
      await world.book('sam', '2026-11-06', -6_000, { credit_of_id: sold }),
    ];
    expect(await readRelease(sold, ...memos)).toEqual([
      [0, 0, 'not_due'],
      [0, 0, 'not_due'],
      [0, 0, 'not_due'],
    ]);
    const explained = await world.ask('GET', `/commissions/${(await world.facts.recordOf(sold)).id}/explain`);
    expect(explained).toMatchObject({ reason: 'settled_by_credit', takes: [] });
    expect(explained.sentence).toMatch(/^Not due: invoice F-\d+ is settled by credit, so nothing is released\.$/);
    expect((await world.facts.recordOf(sold)).reason).toBe('settled_by_credit');
    const back = await world.ask('GET', `/commissions/${(await world.facts.recordOf(memos[0] ?? 0)).id}/explain`);
    expect(back.sentence).toMatch(/which it takes back, is settled by credit, so nothing is to be taken back\.$/);
  });

  it('reverses what an unpaid invoice’s revenue added to other sales of the period', async () => {
    const tiers = [
      { from: 0, rate: 0 },
      { from: 0.5, rate: 0.1 },
      { from: 1, rate: 0.15 },
    ];
    await world.save({ plans: [{ quota: { period: 'month', amount: 20_000 }, tiers }] });
    const [big, small] = [await world.book('sam', '2026-11-03', 20_000), await world.book('sam', '2026-11-05', 5_000)];
    await world.facts.pay(small, 5_000_00, '2026-11-06');
    const part = await world.book('sam', '2026-11-07', -8_000, { credit_of_id: big });
    expect(await released(big, small, part)).toEqual([0, 750_00, 0]);
    const rest = await world.book('sam', '2026-11-08', -12_000, { credit_of_id: big });
    // The plan's commission on net sales of 5,000.00 is zero.
    expect(await readRelease(big, small, part, rest)).toEqual([
      [0, 0, 'not_due'],
      [750_00, 750_00, 'due'],
      [-50_00, -50_00, 'due'],
      [-700_00, -700_00, 'due'],
    ]);
    const { id, reason } = await world.facts.recordOf(rest);
    const explained = await world.ask('GET', `/commissions/${id}/explain`);
    expect([reason, explained.reason, explained.amounts.due]).toEqual(['moved_by_credit', 'moved_by_credit', -700]);
    expect(explained.sentence).toMatch(
      /which it takes back, is settled by credit, and \$700\.00 of what that changes on other sales of the quota period is to be taken back\.$/,
    );
  });

  it('makes a paid record overpaid after a full credit if its payment was returned', async () => {
    const sold = await world.book('sam', '2026-10-05', 10_000);
    await world.facts.pay(sold, 10_000_00, '2026-10-06');
    await world.facts.payOut(sold, 500_00, '2026-10-31');
    await world.facts.pay(sold, -10_000_00, '2026-11-04');
    const memo = await world.book('sam', '2026-11-05', -10_000, { credit_of_id: sold });
    expect(await readRelease(sold, memo)).toEqual([
      [0, 0, 'over_paid'],
      [0, 0, 'not_due'],
    ]);
  });

  it('in proportion to payments, and holds both back again when a payment is returned', async () => {
    await world.save({ plans: [{ due: { when: 'proportional_to_payments' } }] });
    const sold = await world.book('sam', '2026-10-05', 10_000);
    const memo = await world.book('sam', '2026-10-06', -4_000, { credit_of_id: sold });
    await world.facts.pay(sold, 2_500_00, '2026-11-02');
    expect(await released(sold, memo)).toEqual([208_33, -83_33]);
    await world.facts.pay(sold, -2_500_00, '2026-11-03');
    expect(await released(sold, memo)).toEqual([0, 0]);
  });

  it('by the rule and wait of the original’s plan, also for a memo of a memo', async () => {
    await world.save({
      plans: [
        { id: 'a', effective_to: '2026-10-31', due: { when: 'on_booking' } },
        { id: 'b', effective_from: '2026-11-01' },
      ],
    });
    const sold = await world.book('sam', '2026-10-05', 10_000);
    const memo = await world.book('sam', '2026-11-05', -4_000, { credit_of_id: sold });
    const repeated = await world.book('sam', '2026-11-06', 1_000, { credit_of_id: memo });
    expect(await released(sold, memo, repeated)).toEqual([500_00, -200_00, 50_00]);
  });

  it('on the same day as its original', async () => {
    await world.save({ plans: [{ due: { when: 'invoice_paid_in_full', wait_days: 3 } }] });
    const sold = await world.book('sam', '2026-10-05', 10_000);
    const memo = await world.book('sam', '2026-10-06', -4_000, { credit_of_id: sold });
    const today = world.server.clock().toISOString().slice(0, 10);
    await world.facts.pay(sold, 10_000_00, today);
    expect(await released(sold, memo)).toEqual([0, 0]);
    world.server.clock.advance(4 * 86_400_000);
    await beginDay(world.facts.store, world.server.clock().toISOString().slice(0, 10), world.server.clock());
    expect(await released(sold, memo)).toEqual([500_00, -200_00]);
  });
});

describe('decisions 2.23: partial release, and an invoice that credits settle after a partial payout', () => {
  it('release together what the period earns', async () => {
    const due = [
      { share: 0.5, when: 'on_booking' },
      { share: 0.5, when: 'invoice_paid_in_full' },
    ];
    await world.save({ plans: [{ due }] });
    const first = await world.book('sam', '2026-10-05', 60_000);
    await world.facts.payOut(first, 1_500_00, '2026-10-06');
    const second = await world.book('sam', '2026-10-07', 60_000);
    await world.facts.pay(second, 60_000_00, '2026-10-08');
    const memo = await world.book('sam', '2026-10-09', -60_000, { credit_of_id: first });
    expect(await amountsOf(first, second, memo)).toEqual([3_000_00, 3_500_00, -3_500_00]);
    const both = await released(first, second, memo);
    expect(both).toEqual([1_500_00, 3_500_00, -2_000_00]);
    const { id, reason } = await world.facts.recordOf(memo);
    const explained = await world.ask('GET', `/commissions/${id}/explain`);
    expect([reason, explained.reason, explained.amounts.due]).toEqual(['moved_by_credit', 'moved_by_credit', -2000]);
    await world.close('2026-10');
    await world.book('sam', '2026-11-02', 100);
    expect(await released(first, second, memo)).toEqual(both);
  });
});
