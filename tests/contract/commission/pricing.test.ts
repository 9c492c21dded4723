import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clauseOfPart, clauseShares, type PricedRecord } from '../../../contract/rules/commission/clauses/pricing.ts';
import { type Booking, computePeriod } from '../../../contract/rules/commission/engine.ts';
import { defaultPlan, type Plan } from '../../../contract/rules/commission/plan.ts';
import { booked, histories, numRuns, plans, quotas, sales } from '../support/bookings.ts';

const QUOTA = 10_000_000;
const priced = (plan: Plan, bookings: readonly Booking[], quota = QUOTA) => {
  const all = computePeriod(plan, quota, bookings);
  return all.map((computed, index): PricedRecord => {
    const booking = bookings.find(({ id }) => id === computed.id) ?? bookings[index];
    const sold = bookings.find(({ id }) => id === booking?.creditOf) ?? booking;
    const { cum } = all.find(({ id }) => id === sold?.id) ?? computed;
    return {
      parts: computed.parts,
      amount: computed.amount,
      credit: booking?.credit ?? 'sale',
      isMemo: booking?.creditOf != null,
      ownRate: sold?.rateOverride ?? null,
      excludedBy: booking?.excluded ? 0 : null,
      rateClause: sold?.rateClause ?? null,
      position: { cum, net: sold?.net ?? 0, quota },
    };
  });
};
const sharesOf = (plan: Plan, bookings: readonly Booking[]) => priced(plan, bookings).map((record) => clauseShares(plan, record));
const base = (net: number, amount: number) => ({ key: 'rate.0', net, rate: 0.05, amount });
const over = (net: number, amount: number) => ({ key: 'rate.1', net, rate: 0.075, amount });

describe('decisions 2.09: which clause priced which part of a record', () => {
  it('a record that crosses the quota belongs to both rates', () =>
    expect(sharesOf(defaultPlan, [booked(1, 6_000_000), booked(2, 6_000_000)])).toEqual([
      [base(6_000_000, 300_000)],
      [base(4_000_000, 200_000), over(2_000_000, 150_000)],
    ]));

  it('a credit memo takes back from the clauses that gave', () =>
    expect(
      sharesOf(defaultPlan, [booked(1, 12_000_000), booked(2, -12_000_000, { creditOf: 1 })]).map((shares) =>
        shares.map(({ key, amount }) => [key, amount]),
      ),
    ).toEqual([
      [
        ['rate.0', 500_000],
        ['rate.1', 150_000],
      ],
      [
        ['rate.0', -500_000],
        ['rate.1', -150_000],
      ],
    ]));

  it('a cap, a share in the team’s revenue, an excluded customer and an invoice’s own rate are clauses of their own', () => {
    const plan: Plan = { ...defaultPlan, caps: { perRecord: 100_000, perPeriod: null } };
    expect(
      sharesOf(plan, [
        booked(1, 6_000_000),
        booked(2, 1_000_000, { credit: 'override', rateOverride: 0.01 }),
        booked(3, 1_000_000, { excluded: true }),
        booked(4, 500_000, { rateOverride: 0.1 }),
      ]),
    ).toEqual([
      [base(6_000_000, 300_000), { key: 'cap.record', net: 0, rate: null, amount: -200_000 }],
      [{ key: 'team_override', net: 1_000_000, rate: 0.01, amount: 10_000 }],
      [{ key: 'exclude.0', net: 1_000_000, rate: 0, amount: 0 }],
      [{ key: 'own_rate', net: 500_000, rate: 0.1, amount: 50_000 }],
    ]);
  });

  it('a cap of nothing leaves nothing of a revenue below zero too', () => {
    const plan: Plan = { ...defaultPlan, caps: { perRecord: 0, perPeriod: null } };
    expect(computePeriod(plan, QUOTA, [booked(1, 100_000), booked(2, -50_000)]).map(({ amount }) => amount)).toEqual([0, 0]);
  });

  it('a rate that stands in the plan no more, and what has no parts, belong to no clause', () => {
    const record = { credit: 'sale', isMemo: true, ownRate: null, excludedBy: null, rateClause: null, position: null } as const;
    expect(clauseShares(defaultPlan, { ...record, parts: [{ net: -100_000, rate: 0.04 }], amount: -4000 })).toEqual([
      { key: 'no_clause', net: -100_000, rate: 0.04, amount: -4000 },
    ]);
    expect(clauseShares(defaultPlan, { ...record, parts: [], amount: 7 })).toEqual([{ key: 'no_clause', net: 0, rate: null, amount: 7 }]);
  });

  it('names the tier that holds the revenue of a repeated rate, for memos too (issue 45, 16)', () => {
    const tiers = [
      { from: 0, rate: 0.05 },
      { from: 1, rate: 0.08 },
      { from: 1.5, rate: 0.05 },
    ];
    const rows = [booked(1, 16_000_000), booked(2, 1_000_000), booked(3, -16_000_000, { creditOf: 1 }), booked(4, -1_000_000)];
    const keys = (plan: Plan) => sharesOf(plan, rows).map((shares) => shares.map(({ key, net }) => [key, net]));
    const all = [
      ['rate.0', 10_000_000],
      ['rate.1', 5_000_000],
      ['rate.2', 1_000_000],
    ];
    // Without the first sale the second one is in the first tier.
    const back = [
      ['rate.0', -9_000_000],
      ['rate.1', -5_000_000],
      ['rate.2', -2_000_000],
    ];
    expect(keys({ ...defaultPlan, tiers })).toEqual([all, [['rate.2', 1_000_000]], back, [['rate.0', -1_000_000]]]);
    const retroactive = keys({ ...defaultPlan, tiers, tierMode: 'retroactive' });
    expect(retroactive.slice(0, 2)).toEqual([[['rate.2', 16_000_000]], [['rate.2', 1_000_000]]]);
  });

  it('finds the same tier whether rates repeat or not, for any history', () => {
    // Parts of a few cents may be rounded into the neighboring tier.
    const isSmall = ({ parts, isMemo }: PricedRecord) => isMemo && parts.some(({ net }) => Math.abs(net) < 20);
    fc.assert(
      fc.property(plans('marginal'), histories, quotas, fc.constantFrom(1, 2, 3), ({ tiers, ...made }, rows, quota, distinct) => {
        const bookings = rows.filter(({ original }) => !original);
        const withRates = (rateOf: (tier: number) => number): Plan => ({
          ...made,
          tiers: tiers.map(({ from }, tier) => ({ from, rate: rateOf(tier) })),
        });
        const plan = withRates((tier) => ((tier % distinct) + 1) / 1000);
        const tierOf = new Map(tiers.map((_, tier) => [(tier + 1) / 1000, `rate.${tier}`]));
        const expected = priced(
          withRates((tier) => (tier + 1) / 1000),
          bookings,
          quota,
        );
        for (const [recordIndex, record] of priced(plan, bookings, quota).entries()) {
          const keys = record.parts.map((_, index) => clauseOfPart(plan, record, index));
          if (isSmall(record) || keys.some((key) => !key.startsWith('rate.'))) continue;
          expect(keys).toEqual(expected[recordIndex]?.parts.map(({ rate }) => tierOf.get(rate)));
        }
      }),
      { numRuns: Math.min(numRuns, 300) },
    );
  });

  for (const mode of ['marginal', 'retroactive'] as const)
    it(`the clauses' amounts add up to the record's, and their revenue to its net, in ${mode} tiers`, () => {
      const cap = fc.option(fc.integer({ min: 0, max: 500_000 }), { nil: null });
      fc.assert(
        fc.property(plans(mode), sales(), quotas, cap, cap, (made, bookings, quota, perRecord, perPeriod) => {
          const plan = { ...made, caps: { perRecord, perPeriod } };
          for (const record of priced(plan, bookings, quota)) {
            const shares = clauseShares(plan, record);
            expect(shares.reduce((sum, { amount }) => sum + amount, 0)).toBe(record.amount);
            expect(shares.reduce((sum, { net }) => sum + net, 0)).toBe(record.parts.reduce((sum, { net }) => sum + net, 0));
          }
        }),
        { numRuns: Math.min(numRuns, 1000) },
      );
    });
});
