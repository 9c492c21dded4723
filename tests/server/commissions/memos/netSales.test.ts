import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClosingCompany, createClosingCompany } from '../../support/worlds/closing.ts';

let world: ClosingCompany;
beforeEach(async () => {
  world = await createClosingCompany();
});
afterEach(() => world.server.close());

const amountsOf = async (...invoices: readonly number[]): Promise<(number | undefined)[]> => {
  const all = await world.amounts();
  return invoices.map((invoice) => all[`${invoice} sam`]);
};
const summary = async (from = '2026-10-01') =>
  (await world.ask('GET', `/commissions/summary?start_date=${from}&end_date=2026-12-31&user_id=${world.ids.sam}`)).summary;
const raised = { base_commission_rate: 0.06, over_quota_commission_rate: 0.09 };
const changed = (overrides: object = {}) => ({
  plans: [
    { id: 'a', effective_to: '2026-11-14' },
    { id: 'b', effective_from: '2026-11-15', ...raised, ...overrides },
  ],
});

describe('decisions 2.21: plan changes within a quota period', () => {
  it('continue the quota counter, and the summary covers the whole period (issue 46, 1)', async () => {
    await world.save(changed());
    const sold = [await world.book('sam', '2026-10-01', 80_000), await world.book('sam', '2026-11-20', 40_000)];
    expect(await amountsOf(...sold)).toEqual([4_000_00, 3_000_00]);
    expect(await summary()).toMatchObject({
      quota_amount: 100_000,
      quota_attainment: 1.2,
      base_revenue: 100_000,
      over_quota_revenue: 20_000,
      total_commission: 7_000,
    });
  });

  it('weight the quotas by days and round once', async () => {
    await world.save(changed({ quota: { amount: 120_000 } }));
    await world.book('sam', '2026-10-01', 80_000);
    const second = await world.book('sam', '2026-11-20', 40_000);
    const { quota_cents, base_cents } = await world.facts.recordOf(second);
    expect([quota_cents, base_cents]).toEqual([110_217_39, 30_217_39]);
    expect((await summary()).quota_amount).toBe(110_217.39);
  });

  it('start a new counter if the version restarts it or changes the period kind', async () => {
    await world.save(changed({ counter: 'restart' }));
    const sold = [await world.book('sam', '2026-10-01', 80_000), await world.book('sam', '2026-11-20', 40_000)];
    expect(await amountsOf(...sold)).toEqual([4_000_00, 2_400_00]);
    // Two counters of 100,000.00 each, added up instead of averaged.
    expect(await summary()).toMatchObject({ quota_amount: 200_000, quota_attainment: 0.6, over_quota_revenue: 0 });
    expect(await summary('2026-11-15')).toMatchObject({ quota_amount: 100_000, quota_attainment: 0.4, base_revenue: 40_000 });
    await world.save(changed({ quota: { period: 'month', amount: 30_000 } }));
    expect(await amountsOf(...sold)).toEqual([4_000_00, 1_800_00 + 900_00]);
  });
});

describe('decisions 2.23: credit memos of a period', () => {
  const tiers = [
    { from: 0, rate: 0 },
    { from: 0.5, rate: 0.1 },
    { from: 1, rate: 0.15 },
  ];
  const monthly = { plans: [{ quota: { period: 'month', amount: 20_000 }, tiers }] };

  it('the period pays on net sales, whatever the order of writing (issue 46, 4)', async () => {
    await world.save(monthly);
    const sold = await world.book('sam', '2026-11-03', 25_000);
    const memo = await world.book('sam', '2026-11-10', -5_000, { credit_of_id: sold });
    const repeated = await world.book('sam', '2026-11-20', 5_000);
    expect(await amountsOf(sold, memo, repeated)).toEqual([1_750_00, -750_00, 750_00]);
    await world.book('sam', '2026-11-02', 10_000);
    const [first, back, last] = await amountsOf(sold, memo, repeated);
    expect((first ?? 0) + (back ?? 0) + (last ?? 0)).toBe(1_000_00 + 15_000 * 15);
  });

  it('memos of later periods reverse together exactly the period’s remainder of the invoice', async () => {
    await world.save(monthly);
    const sold = await world.book('sam', '2026-09-03', 25_000);
    await world.book('sam', '2026-09-10', -5_000.01, { credit_of_id: sold });
    const later = [
      await world.book('sam', '2026-10-05', -6_666.66, { credit_of_id: sold }),
      await world.book('sam', '2026-11-05', -6_666.66, { credit_of_id: sold }),
      await world.book('sam', '2026-12-05', -6_666.67, { credit_of_id: sold }),
    ];
    const all = Object.values(await world.amounts());
    expect(all.length).toBe(5);
    expect(all.reduce((sum, cents) => sum + cents, 0)).toBe(0);
    // A late memo in the first period leaves less for the others.
    await world.book('sam', '2026-09-20', -1_000, { credit_of_id: sold });
    expect((await amountsOf(...later)).every((cents) => cents !== undefined && cents < 0)).toBe(true);
  });

  it('a memo without a record of its original has none (issue 46, 5)', async () => {
    await world.save({ books_begin_on: '2026-10-01', plans: [{}] });
    const old = await world.book('sam', '2026-09-03', 12_000);
    const memo = await world.book('sam', '2026-10-10', -12_000, { credit_of_id: old });
    const sold = await world.book('sam', '2026-10-11', 1_000);
    expect(await amountsOf(old, memo, sold)).toEqual([undefined, undefined, 50_00]);
    expect((await world.facts.recordOf(sold)).cum_cents).toBe(0);
  });
});

describe('decisions 2.11: a closed month keeps its rules', () => {
  it('flat amounts and quota credit of a sale stay, whatever it matches since', async () => {
    const match = { customer_type: 'Library' };
    await world.save({ plans: [{ rates: [{ match, amount: 5, per: 'unit' }], quota_credit: [{ match, times: 2 }] }] });
    const sold = await world.book('sam', '2026-10-05', 60_000, { customer_type: 'Library', units: 12 });
    const next = await world.book('sam', '2026-10-06', 10_000);
    expect(await amountsOf(sold, next)).toEqual([60_00, 750_00]);
    await world.close('2026-10');
    await world.facts.changeInvoice(sold, { customer_type: 'School' });
    expect(await world.late()).toEqual([]);
  });

  /** Later closings are stored as if made before the rules changed. */
  const useEarlierRules = () => sql`alter table pay_period_snapshots alter column rules set default 1`.execute(world.server.db.query);

  it('counters and memos of months closed earlier are not late facts', async () => {
    await world.save(changed({ quota: { period: 'quarter', amount: 50_000 } }));
    const sold = [await world.book('sam', '2026-10-01', 80_000), await world.book('sam', '2026-11-16', 40_000)];
    const memo = await world.book('sam', '2026-11-18', -30_000, { credit_of_id: sold[0] });
    // The records as they stood when both months closed: the second version has its own counter, and the memo reverses its original in proportion.
    const before = { cum_cents: 0, quota_cents: 50_000_00, amount_cents: 2_400_00, base_cents: 40_000_00, over_cents: 0 };
    const parts = JSON.stringify([{ net: 40_000_00, rate: 0.06 }]);
    const records = () => world.server.db.query.updateTable('commission_records');
    await records()
      .set({
        amount_cents: 4_000_00,
        quota_cents: 100_000_00,
        base_cents: 80_000_00,
        over_cents: 0,
        parts: JSON.stringify([{ net: 80_000_00, rate: 0.05 }]),
      })
      .where('invoice_id', '=', sold[0] ?? 0)
      .execute();
    await records()
      .set({ ...before, parts })
      .where('invoice_id', '=', sold[1] ?? 0)
      .execute();
    await records()
      .set({
        amount_cents: -1_500_00,
        base_cents: -30_000_00,
        over_cents: 0,
        quota_cents: 50_000_00,
        parts: JSON.stringify([{ net: -30_000_00, rate: 0.05 }]),
      })
      .where('invoice_id', '=', memo)
      .execute();
    await useEarlierRules();
    await world.close('2026-10', '2026-11');
    await world.book('sam', '2026-12-01', 1_000);
    expect(await amountsOf(...sold, memo)).toEqual([4_000_00, 2_400_00, -1_500_00]);
    expect(await world.late()).toEqual([]);
  });

  it('months closed later are compared by net sales', async () => {
    const sold = [await world.book('sam', '2026-10-01', 80_000), await world.book('sam', '2026-10-02', 40_000)];
    const memo = await world.book('sam', '2026-11-10', -30_000, { credit_of_id: sold[0] });
    await world.close('2026-10', '2026-11');
    await world.book('sam', '2026-12-01', 1_000);
    expect(await world.late()).toEqual([]);
    expect(await amountsOf(...sold, memo)).toEqual([4_000_00, 2_500_00, -1_500_00 - 500_00]);
  });
});
