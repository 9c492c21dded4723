import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clausesOfPlan } from '../../../../contract/rules/commission/clauses/planClauses.ts';
import { clauseShares, isAmountOnly } from '../../../../contract/rules/commission/clauses/shares.ts';
import { type Booking, computePeriod, type Part } from '../../../../contract/rules/commission/engine.ts';
import { percent, usd } from '../../../../contract/rules/commission/explain/wording.ts';
import { defaultPlan, type Plan } from '../../../../contract/rules/commission/plan.ts';
import { booked, histories, numRuns, plans, quotas, withMatchedRules, withRates } from '../../support/bookings.ts';

const QUOTA = 10_000_000;
const managersShare = { role: 'sales_manager', level: 1, tiers: [{ from: 0, rate: 0.01 }], quota: 0 } as const;
const sharesOf = (plan: Plan, bookings: readonly Booking[]) => computePeriod(plan, QUOTA, bookings).map(({ parts }) => clauseShares(parts));
const base = (net: number, amount: number) => ({ key: 'tiers.0', net, rate: 0.05, amount });
const overQuotaPart = (net: number, amount: number) => ({ key: 'tiers.1', net, rate: 0.075, amount });

/** Plans with up to two rules for some sales; only three rates, so many tiers and rules share one. */
const plansOfFewRates = (mode: Plan['tierMode']): fc.Arbitrary<Plan> =>
  plans(mode)
    .chain(withRates)
    .map((plan) => {
      const withFewRates = (tiers: Plan['tiers'], first: number) =>
        tiers.map(({ from }, index) => ({ from, rate: [0.05, 0.08, 0][(index + first) % 3] ?? 0 }));
      return {
        ...plan,
        ratesAs: 'tiers',
        tiers: withFewRates(plan.tiers, 0),
        rates: plan.rates.map((rule, index) => ({ ...rule, tiers: withFewRates(rule.tiers, index) })),
      };
    });
/** The words that a rule's sentence must contain: its own rate, or the amount of its cap. */
const wordsOf = ({ caps }: Plan, { clause, rate }: Part): string => {
  if (clause === 'cap.record') return usd(caps.perRecord ?? 0);
  if (clause === 'cap.period') return usd(caps.perPeriod ?? 0);
  return clause.startsWith('exclude.') ? 'Internal' : percent(rate);
};

describe('decisions 2.09: the clause that priced each part of a record', () => {
  it('a record that crosses the quota names both rates', () =>
    expect(sharesOf(defaultPlan, [booked(1, 6_000_000), booked(2, 6_000_000)])).toEqual([
      [base(6_000_000, 300_000)],
      [base(4_000_000, 200_000), overQuotaPart(2_000_000, 150_000)],
    ]));

  it('a credit memo is priced by the clauses of its original', () =>
    expect(
      sharesOf(defaultPlan, [booked(1, 12_000_000), booked(2, -12_000_000, { creditOf: 1 })]).map((shares) =>
        shares.map(({ key, amount }) => [key, amount]),
      ),
    ).toEqual([
      [
        ['tiers.0', 500_000],
        ['tiers.1', 150_000],
      ],
      [
        ['tiers.0', -500_000],
        ['tiers.1', -150_000],
      ],
    ]));

  it('a cap, a share of team revenue, an excluded customer and an invoice’s own rate are clauses of their own', () => {
    const caps = { perRecord: 100_000, perPeriod: null };
    const plan: Plan = { ...defaultPlan, caps, teamOverrides: [managersShare] };
    expect(
      sharesOf(plan, [
        booked(1, 6_000_000),
        booked(2, 1_000_000, { credit: 'override', rateOverride: 0.01 }),
        booked(3, 1_000_000, { excluded: true }),
        booked(4, 500_000, { rateOverride: 0.1 }),
      ]),
    ).toEqual([
      [base(6_000_000, 300_000), { key: 'cap.record', net: 0, rate: null, amount: -200_000 }],
      [{ key: 'override.sales_manager', net: 1_000_000, rate: 0.01, amount: 10_000 }],
      [{ key: 'exclude.0', net: 1_000_000, rate: 0, amount: 0 }],
      [{ key: 'own_rate', net: 500_000, rate: 0.1, amount: 50_000 }],
    ]);
  });

  it('a cap of zero also reduces negative revenue to zero', () => {
    const plan: Plan = { ...defaultPlan, caps: { perRecord: 0, perPeriod: null } };
    expect(computePeriod(plan, QUOTA, [booked(1, 100_000), booked(2, -50_000)]).map(({ amount }) => amount)).toEqual([0, 0]);
  });

  it('names the tier of a repeated rate by its revenue, for memos too (issue 45, 16)', () => {
    const tiers = [
      { from: 0, rate: 0.05 },
      { from: 1, rate: 0.08 },
      { from: 1.5, rate: 0.05 },
    ];
    const rows = [booked(1, 16_000_000), booked(2, 1_000_000), booked(3, -16_000_000, { creditOf: 1 }), booked(4, -1_000_000)];
    const keys = (plan: Plan) => sharesOf(plan, rows).map((shares) => shares.map(({ key, net }) => [key, net]));
    const all = [
      ['tiers.0', 10_000_000],
      ['tiers.1', 5_000_000],
      ['tiers.2', 1_000_000],
    ];
    // Without the first sale the second one is in the first tier.
    const back = [
      ['tiers.0', -9_000_000],
      ['tiers.1', -5_000_000],
      ['tiers.2', -2_000_000],
    ];
    expect(keys({ ...defaultPlan, tiers })).toEqual([all, [['tiers.2', 1_000_000]], back, [['tiers.0', -1_000_000]]]);
    const retroactive = keys({ ...defaultPlan, tiers, tierMode: 'retroactive' });
    expect(retroactive.slice(0, 2)).toEqual([[['tiers.2', 16_000_000]], [['tiers.2', 1_000_000]]]);
  });

  it('names the same tier whether rates repeat or not, for any history', () =>
    fc.assert(
      fc.property(plans('marginal'), histories, quotas, fc.constantFrom(1, 2, 3), ({ tiers, ...made }, bookings, quota, distinct) => {
        const withRates = (rateOf: (tier: number) => number): Plan => ({
          ...made,
          tiers: tiers.map(({ from }, tier) => ({ from, rate: rateOf(tier) })),
        });
        const keysOf = (plan: Plan) => computePeriod(plan, quota, bookings).map(({ parts }) => parts.map(({ clause }) => clause));
        const repeated = withRates((tier) => ((tier % distinct) + 1) / 1000);
        // Rounding differs with the rates.
        const withoutRounding = (all: string[][]) => all.map((keys) => keys.filter((key) => key !== 'rounding'));
        expect(withoutRounding(keysOf(repeated))).toEqual(withoutRounding(keysOf(withRates((tier) => (tier + 1) / 1000))));
      }),
      { numRuns: Math.min(numRuns, 300) },
    ));

  for (const mode of ['marginal', 'retroactive'] as const)
    it(`parts add up to the amount, and the sentence of each part's rule contains its rate, in ${mode} tiers`, () => {
      const cap = fc.option(fc.integer({ min: 0, max: 500_000 }), { nil: null });
      fc.assert(
        fc.property(
          plansOfFewRates(mode),
          histories.chain(withMatchedRules),
          quotas,
          cap,
          cap,
          (made, bookings, quota, perRecord, perPeriod) => {
            const exclude = [{ field: 'customer_type', in: ['Internal'] }] as const;
            const plan: Plan = { ...made, caps: { perRecord, perPeriod }, exclude, teamOverrides: [managersShare] };
            const sentences = new Map(clausesOfPlan(plan, 0, new Map()).map(({ key, sentence }) => [key, sentence]));
            for (const { id, parts, amount } of computePeriod(plan, quota, bookings)) {
              expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
              expect(parts.reduce((sum, part) => sum + part.net, 0)).toBe(bookings.find((booking) => booking.id === id)?.net);
              for (const part of parts) {
                const [{ key } = { key: '' }] = clauseShares([part]);
                if (isAmountOnly(part) ? ['memo', 'rounding'].includes(key) : ['memo', 'own_rate'].includes(key)) continue;
                expect(sentences.get(key)).toContain(wordsOf(plan, part));
              }
            }
          },
        ),
        { numRuns: Math.min(numRuns, 300) },
      );
    });
});
