import { describe, expect, it } from 'vitest';
import { type PricedRecord, partsWithReasons } from '../../../../contract/rules/commission/clauses/inferred.ts';
import { computePeriod } from '../../../../contract/rules/commission/engine.ts';
import { defaultPlan, type Plan } from '../../../../contract/rules/commission/plan.ts';
import { booked } from '../../support/bookings.ts';

const QUOTA = 10_000_000;
const sale: Omit<PricedRecord, 'parts' | 'amount'> = {
  credit: 'sale',
  isMemo: false,
  ownRate: null,
  excludedBy: null,
  rateClause: null,
  position: { cum: 0, net: 20_000_000, quota: QUOTA },
};
const tiers = [
  { from: 0, rate: 0.05 },
  { from: 1, rate: 0.08 },
  { from: 1.5, rate: 0.05 },
];
const repeating: Plan = { ...defaultPlan, tiers };
const bare = [
  { net: 10_000_000, rate: 0.05 },
  { net: 5_000_000, rate: 0.08 },
  { net: 5_000_000, rate: 0.05 },
];
const capped = (perRecord: number | null, perPeriod: number | null): Plan => ({ ...defaultPlan, caps: { perRecord, perPeriod } });

describe('issue 49, 1: records from before reasons were stored', () => {
  it('get inferred reasons, marked as such', () =>
    expect(partsWithReasons(repeating, { ...sale, parts: bare, amount: 1_150_000 })).toEqual([
      { net: 10_000_000, rate: 0.05, amount: 500_000, clause: 'tiers.0', inferred: true },
      { net: 5_000_000, rate: 0.08, amount: 400_000, clause: 'tiers.1', inferred: true },
      { net: 5_000_000, rate: 0.05, amount: 250_000, clause: 'tiers.2', inferred: true },
    ]));

  it('keep stored reasons, whatever the plan says now', () => {
    const [{ parts, amount } = { parts: [], amount: 0 }] = computePeriod(repeating, QUOTA, [booked(1, 20_000_000)]);
    expect(partsWithReasons(defaultPlan, { ...sale, parts, amount })).toBe(parts);
  });

  it.each<[string, Partial<PricedRecord>, string]>([
    ['a rate of no tier', { parts: [{ net: 100_000, rate: 0.04 }], amount: 4_000 }, 'no_clause'],
    ['a team share', { parts: [{ net: 100_000, rate: 0.01 }], amount: 1_000, credit: 'override' }, 'override'],
    ['an excluded customer', { parts: [{ net: 100_000, rate: 0 }], amount: 0, excludedBy: 1 }, 'exclude.1'],
    ['a team share of an excluded sale', { parts: [{ net: 100_000, rate: 0 }], amount: 0, credit: 'override', excludedBy: 0 }, 'exclude.0'],
    ['an excluded customer without revenue', { parts: [], amount: 0, excludedBy: 0 }, 'exclude.0'],
    ['the invoice’s own rate', { parts: [{ net: 100_000, rate: 0.05 }], amount: 5_000, ownRate: 0.05 }, 'own_rate'],
    ['no parts', { parts: [], amount: 7 }, 'no_clause'],
  ])('%s', (_what, overrides, clause) =>
    expect(partsWithReasons(defaultPlan, { ...sale, parts: [], amount: 0, ...overrides }).map((part) => part.clause)).toEqual([clause]),
  );

  it.each([
    ['no cap, and less than its parts', capped(null, null), 299_000, false, 'no_clause'],
    ['a record cap equal to the amount', capped(280_000, null), 280_000, false, 'cap.record'],
    ['a period cap, and less than its parts', capped(null, 700_000), 290_000, false, 'cap.period'],
    ['a period cap, and more than its parts', capped(null, 700_000), 310_000, false, 'no_clause'],
    ['a memo, which no cap limits', capped(null, 700_000), 290_000, true, 'memo'],
    ['a memo of an amount that the period cap had removed', capped(null, 700_000), 0, true, 'cap.period'],
    ['a rounding difference of a cent', capped(null, null), 299_999, false, 'rounding'],
  ])('%s', (_what, plan, amount, isMemo, clause) => {
    const parts = partsWithReasons(plan, { ...sale, isMemo, parts: [{ net: 6_000_000, rate: 0.05 }], amount });
    expect(parts.map((part) => [part.clause, part.amount])).toEqual([
      ['tiers.0', 300_000],
      [clause, amount - 300_000],
    ]);
  });
});
