import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createClauseCompany } from '../../support/clauses.ts';
import { expectLinesRecomputed } from '../../support/statementLines.ts';

const company = await createClauseCompany();
const { server, ids, facts, as, book, plan, recordsOf, idOf, why } = company;
afterAll(() => server.close());
beforeEach(() => company.newDay());

const expectRecomputed = (count: number) =>
  expectLinesRecomputed(facts.store, ids.sam, { start_date: '2026-04-01', end_date: '2026-06-30' }, count);

describe('decisions 2.08: deal sizes, flat amounts, minimums and quota credit', () => {
  it('are stored with the record and used in Why, quota progress and the statement check', async () => {
    await plan({
      quota: { amount: 1000 },
      tiers: [
        { from: 0, rate: 0.05 },
        { from: 2, rate: 0.08, mode: 'retroactive' },
      ],
      rates: [
        { match: { customer_type: 'Library' }, amount: 25 },
        { match: { deal_size: { over: 5000 } }, base_commission_rate: 0.1, tier_mode: 'marginal' },
      ],
      quota_credit: [{ match: { customer_type: ['Library', 'School'] }, times: 1.5 }],
      minimum_per_record: 8,
    });
    const library = await book('sam', '2026-05-04', 600, { customer_type: 'Library' });
    const small = await book('sam', '2026-05-05', 100);
    const school = await book('sam', '2026-05-06', 400, { customer_type: 'School' });
    const large = await book('sam', '2026-05-07', 6000);
    // 25; 100 · 5% = 5, at least 8; 400 · 5% = 20; 6,000 · 10% = 600, and the quota doubled: 500 · 8% − 500 · 5% = 15.
    expect([await recordsOf(library), await recordsOf(small), await recordsOf(school), await recordsOf(large)]).toEqual([
      [[ids.sam, 60_000, 2500, 1_000_000, 'sale']],
      [[ids.sam, 10_000, 800, 1_000_000, 'sale']],
      [[ids.sam, 40_000, 2000, 1_000_000, 'sale']],
      [[ids.sam, 600_000, 61_500, 1_000_000, 'sale']],
    ]);
    const [record] = await facts.recordsOf(school);
    expect([record?.commissionable_cents, record?.cum_cents]).toEqual([60_000, 100_000]);
    expect((await why(await idOf(library, ids.sam))).formula[0]).toMatchObject({
      label: 'Amount for a deal (customer type Library)',
      text: '25.00',
      amount: 25,
      clause: 'plans[0].rates[0].amount',
    });
    expect((await why(await idOf(small, ids.sam))).formula.slice(0, 2)).toMatchObject([
      { label: 'Up to 200.0% of quota', text: '100.00 × 5.0% = 5.00' },
      { label: 'Minimum of the plan', text: '3.00', clause: 'plans[0].minimum_per_record' },
    ]);
    const schools = await why(await idOf(school, ids.sam));
    expect(schools.rows.find(({ kind }: { kind: string }) => kind === 'invoice').note).toBe(
      'gross $400.00, counts $600.00 toward the quota',
    );
    expect((await why(await idOf(large, ids.sam))).formula.slice(0, 3)).toMatchObject([
      { text: '6,000.00 × 10.0% = 600.00', clause: 'plans[0].rates[1].over_quota_commission_rate' },
      { label: 'Earlier revenue, taken back at its old rate', text: '-500.00 × 5.0% = -25.00' },
      { label: 'All revenue of the period at the rate reached', text: '500.00 × 8.0% = 40.00' },
    ]);
    const { quota_attainment, period_net_revenue, total_commissionable_sales } = (
      await as('sam', 'GET', '/commissions?start_date=2026-04-01&end_date=2026-06-30')
    ).json().summary;
    expect([period_net_revenue, total_commissionable_sales, quota_attainment]).toEqual([7100, 7600, 7.6]);
    await expectRecomputed(4);
    const memo = await book('sam', '2026-05-08', -600, { credit_of_id: library, customer_type: 'Library', gross_cents: -60_000 });
    expect((await recordsOf(memo)).map(([, , amount]) => amount)).toEqual([-2500]);
    await expectRecomputed(5);
    await plan({});
  });

  it('a flat amount on top of rates is stored, explained, reversed and recomputed by the statement', async () => {
    await plan({ rates: [{ match: { customer_type: 'Library' }, base_commission_rate: 0.05, amount: 25 }] });
    const sold = await book('sam', '2026-05-04', 600, { customer_type: 'Library' });
    // 600 · 5% + 25
    expect(await recordsOf(sold)).toEqual([[ids.sam, 60_000, 5500, 1_000_000, 'sale']]);
    expect((await why(await idOf(sold, ids.sam))).formula.slice(0, 2)).toMatchObject([
      { label: 'Amount for a deal (customer type Library)', text: '25.00', clause: 'plans[0].rates[0].amount' },
      { text: '600.00 × 5.0% = 30.00', amount: 30 },
    ]);
    await book('sam', '2026-05-05', 100);
    // Five lines belong to the previous plan.
    await expectRecomputed(7);
    const [part, rest] = [
      await book('sam', '2026-05-06', -200, { credit_of_id: sold, customer_type: 'Library', gross_cents: -20_000 }),
      await book('sam', '2026-05-07', -400, { credit_of_id: sold, customer_type: 'Library', gross_cents: -40_000 }),
    ];
    expect([await recordsOf(part), await recordsOf(rest)].flat().map(([, , amount]) => amount)).toEqual([-1000, -4500]);
    await expectRecomputed(9);
    await plan({});
  });
});
