import { describe, expect, it } from 'vitest';
import { type Booking, computePeriod } from '../../../../contract/rules/commission/engine.ts';
import { defaultPlan, type Plan } from '../../../../contract/rules/commission/plan.ts';
import { booked } from '../../support/bookings.ts';

const quota = 10_000_000;
const amounts = (rows: readonly Booking[], plan: Plan = defaultPlan, quotaCents = quota) =>
  computePeriod(plan, quotaCents, rows).map(({ amount }) => amount);
const rates = (base: number, over: number): Plan => ({
  ...defaultPlan,
  tiers: [
    { from: 0, rate: base },
    { from: 1, rate: over },
  ],
});
const raised = rates(0.06, 0.09);

describe('decisions 2.21: a plan change within a quota period', () => {
  it('the counter continues, and each sale has its own day’s rates (issue 46, 1)', () =>
    expect(computePeriod(defaultPlan, quota, [booked(1, 8_000_000), booked(2, 4_000_000, { plan: raised })])).toMatchObject([
      { amount: 400_000, cum: 0, base: 8_000_000, over: 0 },
      {
        amount: 300_000,
        cum: 8_000_000,
        base: 2_000_000,
        over: 2_000_000,
        parts: [
          { net: 2_000_000, rate: 0.06 },
          { net: 2_000_000, rate: 0.09 },
        ],
      },
    ]));

  it('a memo under the new version takes its sale back at the sale’s rates', () =>
    expect(amounts([booked(1, 8_000_000), booked(2, -8_000_000, { creditOf: 1, plan: raised })])).toEqual([400_000, -400_000]));

  it('a memo of an earlier sale reprices later ones at their own rates', () => {
    const memo = booked(3, -3_000_000, { creditOf: 1, plan: raised });
    const rows = [booked(1, 8_000_000), booked(2, 4_000_000, { plan: raised }), memo];
    // 30,000 less at 5%; the second sale is now partly below the quota: 20,000 at 6% instead of 9%.
    expect(amounts(rows)).toEqual([400_000, 300_000, -150_000 - 60_000]);
    expect(computePeriod(defaultPlan, quota, rows)[2]).toMatchObject({
      parts: [
        { net: -3_000_000, rate: 0.05 },
        { net: 2_000_000, rate: 0.06 },
        { net: -2_000_000, rate: 0.09 },
      ],
      base: -1_000_000,
      over: -2_000_000,
    });
  });

  it('retroactive: crossing the quota under the new version pays each sale the rate its own version reaches', () => {
    const retroactive = (plan: Plan): Plan => ({ ...plan, tierMode: 'retroactive' });
    const rows = [booked(1, 8_000_000), booked(2, 4_000_000, { plan: retroactive(raised) })];
    // 80,000 × (7.5% − 5%) + 40,000 × 9%.
    expect(amounts(rows, retroactive(defaultPlan))).toEqual([400_000, 200_000 + 360_000]);
  });

  it('a sale under marginal tiers crosses the quota for earlier retroactive sales', () => {
    const rows = [booked(1, 8_000_000), booked(2, 4_000_000, { plan: raised })];
    expect(amounts(rows, { ...defaultPlan, tierMode: 'retroactive' })).toEqual([400_000, 120_000 + 180_000 + 200_000]);
  });
});

describe('decisions 2.23: credit memos of the period', () => {
  const monthly: Plan = {
    ...defaultPlan,
    tiers: [
      { from: 0, rate: 0 },
      { from: 0.5, rate: 0.1 },
      { from: 1, rate: 0.15 },
    ],
  };
  const rows = [booked(1, 2_500_000), booked(2, -500_000, { creditOf: 1 }), booked(3, 500_000)];

  it('selling 25,000, crediting 5,000 and selling 5,000 again pays the same as 25,000 (issue 46, 4)', () =>
    expect(amounts(rows, monthly, 2_000_000)).toEqual([175_000, -75_000, 75_000]));

  it('retroactive tiers pay the plan’s amount for the net sales (issue 46, 4)', () => {
    const tiers = [
      { from: 0, rate: 0.06 },
      { from: 1.5, rate: 0.17 },
    ];
    const plan: Plan = { ...defaultPlan, tiers, tierMode: 'retroactive' };
    const sold = [booked(1, 1_000_000), booked(2, 2_000_000), booked(3, -1_000_000, { creditOf: 1 })];
    // 20,000 at 6%.
    expect(amounts(sold, plan, 2_000_000).reduce((sum, amount) => sum + amount, 0)).toBe(120_000);
  });

  it('reduces a closed original whose record matches the computation, and reverses any other in proportion', () => {
    const closed = (amount: number) => ({
      parts: [{ net: 2_500_000, rate: 0.07 }],
      amount,
      base: 2_000_000,
      over: 500_000,
      net: 2_500_000,
    });
    const memo = (amount: number) => booked(2, -500_000, { creditOf: 1, original: closed(amount), settled: true });
    expect(amounts([booked(1, 2_500_000), memo(175_000)], monthly, 2_000_000)).toEqual([175_000, -75_000]);
    expect(amounts([booked(1, 2_500_000), memo(200_000)], monthly, 2_000_000)).toEqual([175_000, -40_000]);
  });

  it('a memo of a memo restores the amount that the first one took', () =>
    expect(amounts([...rows.slice(0, 2), booked(4, 500_000, { creditOf: 2, bookingDate: '2026-01-08' })], monthly, 2_000_000)).toEqual([
      175_000, -75_000, 75_000,
    ]));

  it('an earlier closed month counts a memo as its record did', () =>
    expect(computePeriod(monthly, 2_000_000, rows, 'record').map(({ amount }) => amount)).toEqual([175_000, -35_000, 75_000]));
});
