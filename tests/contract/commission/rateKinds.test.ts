import { describe, expect, it } from 'vitest';
import { clauseShares } from '../../../contract/rules/commission/clauses/shares.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import type { Booking } from '../../../contract/rules/commission/engine.ts';
import { defaultPlan } from '../../../contract/rules/commission/plan.ts';
import { statementFormulaOf } from '../../../server/domain/statements/statementFormula.ts';
import { booked } from '../support/bookings.ts';
import { amountsBy, computedBy, errorsOf, planOf, sentencesOf } from '../support/onePlan.ts';

const match = { customer_type: 'Library' };

describe('decisions 2.08: marginal and retroactive steps in one plan', () => {
  const mixed = {
    tiers: [
      { from: 0, rate: 0.04 },
      { from: 1, rate: 0.06, mode: 'retroactive' },
      { from: 1.5, rate: 0.1 },
    ],
  };

  it('a retroactive step pays everything below it, a later marginal one only its own revenue', () => {
    // 90,000 · 4% = 3,600. Then 200,000 in all: 150,000 · 6% + 50,000 · 10% = 14,000, less 3,600.
    const [first, second] = computedBy(mixed, [booked(1, 9_000_000), booked(2, 11_000_000)]);
    expect([first?.amount, second?.amount]).toEqual([360_000, 1_040_000]);
    expect(second?.parts).toEqual([
      { net: -9_000_000, rate: 0.04, amount: -360_000, clause: 'tiers.0' },
      { net: 15_000_000, rate: 0.06, amount: 900_000, clause: 'tiers.1' },
      { net: 5_000_000, rate: 0.1, amount: 500_000, clause: 'tiers.2' },
    ]);
  });

  it('a memo brings the period to the plan’s amount for the net sales', () => {
    const rows = [booked(1, 9_000_000), booked(2, 11_000_000), booked(3, -11_000_000, { creditOf: 2 })];
    expect(amountsBy(mixed, rows)).toEqual([360_000, 1_040_000, -1_040_000]);
  });

  it('a retroactive step reprices an earlier marginal one', () => {
    const tiers = [
      { from: 0, rate: 0.02 },
      { from: 0.5, rate: 0.04, mode: 'marginal' },
      { from: 1, rate: 0.06 },
    ];
    // 50,000 · 2% + 40,000 · 4% = 2,600; then 110,000 · 6% = 6,600.
    expect(amountsBy({ tiers, tier_mode: 'retroactive' }, [booked(1, 9_000_000), booked(2, 2_000_000)])).toEqual([260_000, 400_000]);
  });

  it('allows a retroactive rule in a marginal plan', () => {
    const fields = { rates: [{ match, base_commission_rate: 0.02, over_quota_commission_rate: 0.04, tier_mode: 'retroactive' }] };
    // 90,000 at the rule’s 2% = 1,800; 20,000 more: 10,000 · 5% + 10,000 · 7.5% = 1,250, and the 90,000 earn 4%: 1,800 more.
    const rows = [booked(1, 9_000_000, { rateClause: 0 }), booked(2, 2_000_000)];
    expect(amountsBy(fields, rows)).toEqual([180_000, 305_000]);
  });

  it('describes the range of each step', () => {
    expect(sentencesOf(mixed, 'tiers.').map(([, sentence]) => sentence)).toEqual([
      'All net revenue of the quarter earns 4.0% at first.',
      'Once the quota is reached, all net revenue of the quarter earns 6.0%.',
      'Net revenue over 150.0% of the quota earns 10.0%.',
    ]);
  });

  it('refuses an unknown mode', () =>
    expect(errorsOf({ tiers: [{ from: 0, rate: 0.1, mode: 'all' }] })).toEqual([
      ['plans[0].tiers[0].mode', 'must be one of marginal, retroactive'],
    ]));
});

describe('decisions 2.08: an amount for each deal', () => {
  const fields = { rates: [{ match, amount: 250 }] };

  it('several memos of the full deal take a share of it back, although its rounded shares leave a cent', () => {
    const rows = [booked(1, 3334, { rateClause: 0 }), booked(2, -1667, { creditOf: 1 }), booked(3, -1666, { creditOf: 1 })];
    const shared = rows.map((row) => (row.creditOf === null ? { ...row, dealAmount: 8335 } : row));
    expect(amountsBy(fields, shared)).toEqual([8335, 0, -8335]);
    // Without a share, a cent of the deal remains, so it keeps its amount.
    expect(amountsBy(fields, rows)).toEqual([25_000, 0, 0]);
  });

  it('replaces the rate, and the revenue counts toward the quota', () => {
    const [first, second] = computedBy(fields, [booked(1, 9_000_000, { rateClause: 0 }), booked(2, 2_000_000)]);
    // 10,000 · 5% + 10,000 · 7.5%
    expect([first?.amount, second?.amount]).toEqual([25_000, 125_000]);
    expect(first?.parts).toEqual([{ net: 9_000_000, rate: 0, amount: 25_000, clause: 'rates.0.amount' }]);
    expect(clauseShares(first?.parts ?? [])).toEqual([{ key: 'rates.0', net: 9_000_000, rate: null, amount: 25_000 }]);
  });

  it('stays after a partial memo, and a full one takes it back', () => {
    const sale = booked(1, 1_000_000, { rateClause: 0 });
    expect(amountsBy(fields, [sale, booked(2, -400_000, { creditOf: 1 }), booked(3, -600_000, { creditOf: 1 })])).toEqual([
      25_000, 0, -25_000,
    ]);
  });

  it.each<readonly [string, object, number, readonly number[]]>([
    ['for units, a partial memo takes back its share', { amount: 5, per: 'unit' }, 6000, [6000, -2400, -3600]],
    ['for units, a rounding remainder pays nothing', { amount: 5, per: 'unit' }, 6000, [6000, -2400, -3600, 0]],
    ['for a deal, a rounding remainder pays nothing', { amount: 60 }, 6000, [6000, 0, -6000, 0]],
  ])('%s', (_what, amount, dealAmount, expected) => {
    const sale = booked(1, 1_000_000, { rateClause: 0, dealAmount });
    const memos = [booked(2, -400_000, { creditOf: 1 }), booked(3, -600_000, { creditOf: 1 }), booked(4, -1, { creditOf: 1 })];
    expect(amountsBy({ rates: [{ match, ...amount }] }, [sale, ...memos].slice(0, expected.length))).toEqual(expected);
  });

  it('a memo in a later period takes it back in proportion', () => {
    const parts = [{ net: 1_000_000, rate: 0 }];
    const original = { parts, amount: 25_000, base: 1_000_000, over: 0, net: 1_000_000 };
    const [memo] = computedBy(fields, [booked(9, -400_000, { creditOf: 1, original })]);
    expect([memo?.amount, memo?.parts.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([-10_000, -10_000]);
  });

  it('yields to an invoice’s own rate', () =>
    expect(amountsBy(fields, [booked(1, 1_000_000, { rateClause: 0, rateOverride: 0.1 })])).toEqual([100_000]));

  it('is divided by manual splits', () => {
    const config = {
      plans: [{ ...fields, tiers: [{ from: 0, rate: 0.05 }] }],
      examples: [{ rows: [{ net: 1000, share: 0.6, customer_type: 'Library' }], expect: [150] }],
    };
    expect(parseConfig(JSON.stringify(config)).errors).toEqual([]);
  });

  it('is described in one sentence', () =>
    expect(sentencesOf(fields, 'rates.')).toEqual([['plans[0].rates[0]', 'Sales that match (customer type Library) earn $250.00 each.']]));

  it('refuses keys that need rates', () =>
    expect(errorsOf({ rates: [{ match, amount: 250, over_quota_commission_rate: 0.1, tier_mode: 'retroactive' }] })).toEqual([
      ['plans[0].rates[0].over_quota_commission_rate', 'needs rates: the amount alone pays for each deal instead of them'],
      ['plans[0].rates[0].tier_mode', 'needs rates: the amount alone pays for each deal instead of them'],
    ]));
});

describe('decisions 2.08: an amount for each deal on top of its rates', () => {
  const rates = { match, base_commission_rate: 0.05, over_quota_commission_rate: 0.075 };
  const fields = { rates: [{ ...rates, amount: 250 }] };
  const amountPart = { net: 0, rate: 0, amount: 25_000, clause: 'rates.0.amount' };

  it('adds to the rates, without revenue of its own', () => {
    const [sale] = computedBy(fields, [booked(1, 12_000_000, { rateClause: 0 })]);
    // 100,000 · 5% + 20,000 · 7.5% + 250
    expect(sale?.amount).toBe(675_000);
    expect(sale?.parts).toEqual([
      amountPart,
      { net: 10_000_000, rate: 0.05, amount: 500_000, clause: 'rates.0.tiers.0' },
      { net: 2_000_000, rate: 0.075, amount: 150_000, clause: 'rates.0.tiers.1' },
    ]);
    expect(statementFormulaOf({ net_cents: 12_000_000, amount_cents: 675_000, parts: sale?.parts ?? [], share_ppm: 1_000_000 })).toBe(
      '100,000.00 × 5.0% + 20,000.00 × 7.5% + 250.00 (amount for the deal)',
    );
  });

  it.each<readonly [string, object, readonly Booking[], readonly number[]]>([
    [
      'a partial memo leaves it, and the memo of the rest takes it back',
      fields,
      [booked(1, 1_000_000, { rateClause: 0 }), booked(2, -400_000, { creditOf: 1 }), booked(3, -600_000, { creditOf: 1 })],
      [75_000, -20_000, -55_000],
    ],
    [
      'for units, a memo takes back its share',
      { rates: [{ ...rates, amount: 5, per: 'unit' }] },
      [booked(1, 1_000_000, { rateClause: 0, dealAmount: 6000 }), booked(2, -500_000, { creditOf: 1 })],
      [56_000, -28_000],
    ],
    ['a split gets its share', fields, [booked(1, 600_000, { rateClause: 0, dealAmount: 15_000 })], [45_000]],
    ['the invoice’s own rate replaces both', fields, [booked(1, 1_000_000, { rateClause: 0, rateOverride: 0.1 })], [100_000]],
    ['a record cap includes it', { ...fields, caps: { per_record: 600 } }, [booked(1, 1_000_000, { rateClause: 0 })], [60_000]],
    [
      'a retroactive tier does not change it',
      { rates: [{ ...rates, amount: 250, tier_mode: 'retroactive' }] },
      [booked(1, 8_000_000, { rateClause: 0 }), booked(2, 2_000_000, { rateClause: 0 })],
      // 80,000 · 5% + 250; 100,000 · 7.5% − 80,000 · 5% + 250
      [425_000, 375_000],
    ],
    [
      'a kicker multiplies it too',
      { ...fields, kickers: [{ when: { metric: 'attainment', level: 0.1 }, times: 2 }] },
      [booked(1, 1_000_000, { rateClause: 0 })],
      [150_000],
    ],
  ])('%s', (_what, plan, rows, expected) => expect(amountsBy(plan, rows)).toEqual(expected));

  it.each([
    [{}, 'Each such sale earns $250.00 on top.'],
    [{ per: 'unit' }, 'Each unit earns $250.00 on top.'],
  ])('is described after the rates: %j', (overrides, sentence) =>
    expect(sentencesOf({ rates: [{ ...rates, amount: 250, ...overrides }] }, 'rates.')).toEqual([
      [
        'plans[0].rates[0]',
        `Sales that match (customer type Library) have rates of their own: Net revenue up to the quota earns 5.0%. Net revenue over the quota earns 7.5%. ${sentence}`,
      ],
    ]),
  );
});

describe('decisions 2.08: a minimum for each record', () => {
  const fields = { minimum_per_record: 50 };

  it('raises a smaller amount, but not zero', () => {
    const rows = [booked(1, 10_000), booked(2, 200_000), booked(3, 0), booked(4, 10_000, { excluded: true })];
    expect(amountsBy(fields, rows)).toEqual([5000, 10_000, 0, 0]);
    expect(computedBy(fields, rows)[0]?.parts).toEqual([
      { net: 10_000, rate: 0.05, amount: 500, clause: 'tiers.0' },
      { net: 0, rate: 0, amount: 4500, clause: 'minimum' },
    ]);
  });

  it('a full memo takes all of it back, and a partial one leaves the sale at it', () => {
    const sale = booked(1, 200_000);
    expect(amountsBy(fields, [sale, booked(2, -200_000, { creditOf: 1 })])).toEqual([10_000, -10_000]);
    expect(amountsBy(fields, [sale, booked(2, -190_000, { creditOf: 1 })])).toEqual([10_000, -5000]);
  });

  it('yields to the period’s cap', () =>
    expect(amountsBy({ ...fields, caps: { per_period: 80 } }, [booked(1, 10_000), booked(2, 10_000)])).toEqual([5000, 3000]));

  it('refuses a minimum above a record’s cap', () =>
    expect(errorsOf({ ...fields, caps: { per_record: 40 } })).toEqual([
      ['plans[0].minimum_per_record', 'must not be more than caps.per_record, 40'],
    ]));

  it('is described in one sentence', () =>
    expect(sentencesOf(fields, 'minimum')).toEqual([
      ['plans[0].minimum_per_record', 'A record that earns anything earns at least $50.00.'],
    ]));
});

it('does not appear in the default plan', () => expect(planOf({})).toEqual(defaultPlan));
