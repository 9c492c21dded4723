import { describe, expect, it } from 'vitest';
import { withAmounts } from '../../../contract/rules/commission/engine/parts.ts';
import { computePeriod } from '../../../contract/rules/commission/engine.ts';
import { explainRecord, type Facts } from '../../../contract/rules/commission/explain.ts';
import { defaultPlan, type Plan } from '../../../contract/rules/commission/plan.ts';
import { booked } from '../support/bookings.ts';
import { facts, quota, secondRecord } from '../support/facts.ts';

const labels = (given: Partial<Facts>) => explainRecord({ ...facts, ...given }).formula.map(({ label }) => label);
const withRate = (rate: number, clause: string) => {
  const amount = 6_000_000 * rate;
  return { computed: { ...secondRecord!, parts: [{ net: 6_000_000, rate, amount, clause }], amount } };
};
const tiered = (...tierStarts: number[]): Pick<Facts, 'plan'> => ({
  plan: { ...defaultPlan, tiers: tierStarts.map((from, index) => ({ from, rate: (index + 1) / 100 })) },
});

describe('decisions 2.04: each term of the formula names its rate', () => {
  const sold = (plan: Plan, cum: number, net: number): Partial<Facts> => {
    const booking = booked(2, net);
    return { plan, booking, computed: computePeriod(plan, quota, [booked(1, cum), booking])[1]! };
  };

  it.each([
    ['All revenue', tiered(0), 0],
    ['Up to quota', tiered(0, 1), 0],
    ['Up to 50.0% of quota', tiered(0, 0.5), 0],
    ['From 50.0% of quota', tiered(0, 0.5, 1), 6_000_000],
    ['Over quota', tiered(0, 0.5, 1, 1.5), 11_000_000],
    ['From 150.0% of quota', tiered(0, 1, 1.5), 16_000_000],
  ])('%s', (label, { plan }, cum) => expect(labels(sold(plan, cum, 100_000))).toEqual([label, 'Commission']));

  it('names the tier of each part where the plan repeats a rate (issues 45, 16 and 49, 1)', () => {
    const tiers = [
      { from: 0, rate: 0.05 },
      { from: 1, rate: 0.08 },
      { from: 1.5, rate: 0.05 },
    ];
    const plan: Plan = { ...defaultPlan, tiers, ratesAs: 'tiers' };
    const { formula } = explainRecord({ ...facts, ...sold(plan, 0, 20_000_000), planIndex: 0 });
    expect(formula.map(({ label, text, clause }) => [label, text, clause])).toEqual([
      ['Up to quota', '100,000.00 × 5.0% = 5,000.00', 'plans[0].tiers[0]'],
      ['Over quota', '50,000.00 × 8.0% = 4,000.00', 'plans[0].tiers[1]'],
      ['From 150.0% of quota', '50,000.00 × 5.0% = 2,500.00', 'plans[0].tiers[2]'],
      ['Commission', '11,500.00, 5.8% of 200,000.00', undefined],
    ]);
    expect(labels(sold({ ...plan, tierMode: 'retroactive' }, 16_000_000, 100_000))[0]).toBe('From 150.0% of quota');
  });

  it('labels a rate of another version, or of no current tier, as recorded', () => {
    expect(labels({ ...sold(defaultPlan, 0, 100_000), ...withRate(0.2, 'no_clause') })[0]).toBe('At its recorded rate');
    const { computed } = withRate(0.2, 'tiers.0');
    const parts = computed.parts.map((part) => ({ ...part, plan: 'before' }));
    const [term] = explainRecord({ ...facts, planIndex: 0, computed: { ...computed, parts } }).formula;
    expect([term?.label, term?.clause]).toEqual(['At its recorded rate', undefined]);
  });

  it('marks inferred reasons', () => {
    const parts = withRate(0.05, 'tiers.0').computed.parts.map((part) => ({ ...part, inferred: true as const }));
    expect(explainRecord({ ...facts, computed: { ...secondRecord!, parts, amount: 300_000 } }).formula).toEqual([
      { label: 'Up to quota', text: '60,000.00 × 5.0% = 3,000.00', amount: 3000, inferred: true },
      { label: 'Commission', text: '3,000.00, 5.0% of 60,000.00', amount: 3000 },
    ]);
  });

  it.each([
    ['Excluded by the plan', 'exclude.0', 0],
    ["Share of the team's revenue", 'override.sales_manager', 0.01],
    ['Rate of this invoice', 'own_rate', 0.1],
  ] as const)('%s', (label, clause, rate) => expect(labels(withRate(rate, clause))).toEqual([label, 'Commission']));

  it('retroactive: revenue that moves to a new rate has two terms, and other revenue has one', () => {
    const plan: Plan = { ...defaultPlan, tierMode: 'retroactive' };
    const [first, moved] = computePeriod(plan, quota, [booked(1, 6_000_000), booked(2, 6_000_000)]);
    expect(explainRecord({ ...facts, plan, computed: moved! }).formula).toEqual([
      { label: 'Earlier revenue, taken back at its old rate', text: '-60,000.00 × 5.0% = -3,000.00', amount: -3000 },
      { label: 'All revenue of the period at the rate reached', text: '120,000.00 × 7.5% = 9,000.00', amount: 9000 },
      { label: 'Commission', text: '6,000.00, 10.0% of 60,000.00', amount: 6000 },
    ]);
    expect(labels({ plan, computed: first! })).toEqual(['Up to quota', 'Commission']);
  });

  it('rounds parts that sum to zero like those of a positive sum', () => {
    const drafts = [10, -10].map((net) => ({ net, rate: 0.05, clause: 'tiers.0' }));
    expect(withAmounts(drafts, 0).map(({ amount }) => amount)).toEqual([1, -1]);
  });
});
