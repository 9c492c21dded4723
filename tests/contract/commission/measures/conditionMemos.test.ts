import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../../contract/rules/commission/config.ts';
import { type Booking, computePeriod } from '../../../../contract/rules/commission/engine.ts';
import type { Plan } from '../../../../contract/rules/commission/plan.ts';
import { booked } from '../../support/bookings.ts';

const planOf = (fields: object): Plan => {
  const { config, errors } = parseConfig(JSON.stringify({ plans: [fields] }));
  if (!config?.plans[0]) throw new Error(JSON.stringify(errors));
  return config.plans[0];
};
const computed = (fields: object, rows: readonly Booking[], quota = 10_000_000) => computePeriod(planOf(fields), quota, rows);

const threeDeals = { metric: 'deals', level: 3 };
const deal = (id: number, net: number, overrides: Partial<Booking> = {}) => booked(id, net, { adds: { deals: 1 }, ...overrides });

describe('shares and credit memos in the measures of conditions (decisions 2.08, 2.23)', () => {
  const half = { net: 100, share: 0.5 };
  const unitKicker = { kickers: [{ when: { metric: 'units', level: 3 }, times: 2 }] };
  const marginGate = { gates: [{ when: { metric: 'margin', level: 0.3 }, from: 0 }] };
  const grossProfit = { measure: 'gross_profit', tiers: [{ from: 0, rate: 0.1 }] };
  it.each<readonly [string, object, readonly object[], readonly number[]]>([
    ['shares of a unit add up to units: two of three', unitKicker, [1, 1, 1, 1].map((units) => ({ ...half, units })), [2.5, 2.5, 2.5, 2.5]],
    [
      'shares of a unit add up to units: three of three',
      unitKicker,
      [3, 1, 1, 1].map((units) => ({ ...half, units })),
      [2.5, 2.5, 2.5, 12.5],
    ],
    [
      'a memo takes a share of a unit back',
      unitKicker,
      [
        { net: 300, units: 3 },
        { net: -100, credit_of: 1 },
        { net: 100, units: 0 },
      ],
      [30, -20, 5],
    ],
    [
      'a sale at a loss that is credited leaves no margin',
      { ...grossProfit, ...marginGate },
      [
        { net: 10_000, cost: 15_000 },
        { net: -10_000, credit_of: 1 },
        { net: 10_000, cost: 5000 },
      ],
      [0, 0, 500],
    ],
    [
      'a credited sale of unknown cost does not count as a deal',
      { ...grossProfit, gates: [{ when: { metric: 'deals', level: 2 }, from: 0 }] },
      [{ net: 10_000 }, { net: -10_000, credit_of: 1 }, { net: 10_000, cost: 5000 }],
      [0, 0, 0],
    ],
    [
      'a shared deal does not count if rounded memos leave a cent of it',
      { gates: [{ when: { metric: 'deals', level: 2 }, from: 0 }] },
      [{ net: 33.34, share: 0.5 }, ...[1, 1].map((credit_of) => ({ net: -16.67, share: 0.5, credit_of })), { net: 1000 }],
      [0, 0, 0, 0],
    ],
  ])('%s', (_what, plan, rows, expect_) => {
    const config = { plans: [plan], examples: [{ rows, expect: expect_ }] };
    expect(parseConfig(JSON.stringify(config)).errors).toEqual([]);
  });

  it('counts no deal for a partner whose rounded share leaves a cent', () => {
    const gates = [{ when: { metric: 'deals', level: 2 }, from: 0 }];
    const memo = (id: number) => booked(id, -833, { creditOf: 1, sold: -1667 });
    const rows = [deal(1, 1667, { sold: 3334 }), memo(2), memo(3), deal(4, 100_000)];
    expect(computed({ gates }, rows).map(({ amount }) => amount)).toEqual([0, 0, 0, 0]);
  });

  it('memos of an original paid differently in a closed month remove its deal together with its last cent', () => {
    const gates = [{ when: threeDeals, from: 0 }];
    const original = { parts: [{ net: 100_000, rate: 0.04 }], amount: 4000, base: 100_000, over: 0, net: 100_000 };
    const memo = (id: number, net: number) => booked(id, net, { creditOf: 1, original, settled: true });
    const rows = [deal(1, 100_000), deal(2, 100_000), memo(3, -60_000), memo(4, -40_000), deal(5, 100_000), deal(6, 100_000)];
    expect(computed({ gates }, rows).map(({ amount }) => amount)).toEqual([0, 0, -2400, -1600, 0, 5000]);
  });
});

describe('memos of an earlier period, caps and other versions with a kicker or gate (decisions 2.08, 2.23)', () => {
  const units = { metric: 'units', level: 20 };
  const earlier = (id: number, overrides: Partial<Booking>) => {
    const original = { parts: [{ net: 100_000, rate: 0.05 }], amount: 5000, base: 100_000, over: 0, net: 100_000 };
    return booked(id, -100_000, { creditOf: 99, original, ...overrides });
  };
  const rows = [
    booked(1, 1_000_000, { adds: { units: 20 } }),
    earlier(2, { adds: { units: -5 } }),
    booked(3, 100_000, { adds: { units: 5 } }),
    booked(4, 100_000),
  ];

  it('a memo that ends a kicker’s condition carries the step down, and the kicker is paid once', () => {
    const lines = computed({ kickers: [{ when: units, times: 2 }] }, rows);
    expect(lines.map(({ amount }) => amount)).toEqual([100_000, -55_000, 60_000, 10_000]);
    expect(lines[1]?.parts).toEqual([
      { net: -100_000, rate: 0.05, amount: -5000, clause: 'memo', adds: { units: -5 } },
      { net: 0, rate: 0, amount: -50_000, clause: 'kickers.0' },
    ]);
  });

  it('a memo that closes a retroactive gate carries the step down', () => {
    const lines = computed({ gates: [{ when: units, from: 0 }], gate_mode: 'retroactive' }, rows);
    expect(lines.map(({ amount }) => amount)).toEqual([50_000, -55_000, 55_000, 5000]);
    expect(lines[1]?.parts.slice(1)).toEqual([
      { net: -1_000_000, rate: 0.05, amount: -50_000, clause: 'tiers.0' },
      { net: 1_000_000, rate: 0, amount: 0, clause: 'gates.0' },
    ]);
  });

  it('a memo of the period reprices the step of an earlier period’s memo', () => {
    const memo = booked(5, -1_000_000, { creditOf: 1 });
    const total = (plan: object) => computed(plan, [...rows, memo]).reduce((sum, { amount }) => sum + amount, 0);
    // 1,000 and 1,000 at 5% are left, less the memo of the earlier period, and 0 units.
    expect(total({ kickers: [{ when: units, times: 2 }] })).toBe(5000);
    expect(total({ gates: [{ when: units, from: 0 }], gate_mode: 'retroactive' })).toBe(-5000);
  });

  it('a memo of an original paid differently in a closed month takes no kicker back twice', () => {
    const parts = [{ net: 1_000_000, rate: 0.05 }];
    const original = { parts, amount: 99_000, base: 1_000_000, over: 0, net: 1_000_000 };
    const [sale] = rows;
    const memo = booked(2, -1_000_000, { creditOf: 1, original, settled: true });
    const closed = computed({ kickers: [{ when: units, times: 2 }] }, [...(sale ? [sale] : []), memo, booked(3, 100_000)]);
    expect(closed.map(({ amount }) => amount)).toEqual([100_000, -99_000, 5000]);
  });

  it('a kicker multiplies its own version’s commission, not the retroactive step of another', () => {
    const v1 = planOf({ tier_mode: 'retroactive', base_commission_rate: 0.05, over_quota_commission_rate: 0.1 });
    const kickers = [{ when: { metric: 'deals', level: 1 }, times: 2 }];
    const v2 = { ...planOf({ base_commission_rate: 0.05, over_quota_commission_rate: 0.05, kickers }), id: 'w2' };
    const sales = [booked(1, 9_000_000, { plan: v1 }), deal(2, 2_000_000, { plan: v2 })];
    expect(computePeriod(v1, 10_000_000, sales).map(({ amount }) => amount)).toEqual([450_000, 650_000]);
  });

  it('a step down takes back only the amount paid under the period’s cap', () => {
    const plan = { caps: { per_period: 600 }, kickers: [{ when: { metric: 'margin', level: 0.45 }, times: 2 }] };
    const sale = (id: number, profit: number) => booked(id, 1_000_000, { adds: { profit, costed: 1_000_000 } });
    const lines = computed(plan, [sale(1, 500_000), sale(2, 500_000), sale(3, 0)]);
    expect(lines.map(({ amount }) => amount)).toEqual([60_000, 0, 0]);
    expect(lines[2]?.parts.at(-1)).toEqual({ net: 0, rate: 0, amount: 50_000, clause: 'cap.period' });
  });
});

describe('plan versions and sales without revenue (decisions 2.08, 2.21)', () => {
  it('a memo under a version with other weights removes the amount its sale counted', () => {
    const version = (id: string, weight: number): Plan => {
      const parts = [
        { id: 'a', match: { sale_kind: 'new' }, amount: 100_000, weight },
        { id: 'b', amount: 300_000, weight: 1 - weight },
      ];
      return { ...planOf({ quota: { parts } }), id };
    };
    const [first, second] = [version('v1', 0.8), version('v2', 0.2)];
    const memo = booked(2, -7_500_000, { plan: second, counts: -6_000_000, creditOf: 1 });
    const rows = [booked(1, 15_000_000, { plan: first, counts: 48_000_000 }), memo, booked(3, 100, { plan: second })];
    expect(computePeriod(first, 40_000_000, rows)[2]?.cum).toBe(24_000_000);
  });

  it.each<readonly [string, object, Partial<Booking>, object]>([
    ['the rate of the tier', {}, {}, { rate: 0.05, clause: 'tiers.0' }],
    ['its own rate', {}, { rateOverride: 0.1 }, { rate: 0.1, clause: 'own_rate' }],
  ])('stores the contribution of a sale without revenue with %s', (_what, plan, overrides, part) => {
    const kickers = [{ when: { metric: 'units', level: 20 }, times: 2 }];
    const [freeUnits, paid] = computed({ ...plan, kickers }, [booked(1, 0, { adds: { units: 20 }, ...overrides }), booked(2, 100_000)]);
    expect(freeUnits?.parts).toEqual([{ net: 0, amount: 0, adds: { units: 20 }, ...part }]);
    expect(paid?.amount).toBe(10_000);
  });
});

describe('a minimum with a kicker, and a memo with retroactive tiers (decisions 2.08, 2.23)', () => {
  const kicker = { when: threeDeals, times: 2 };
  it.each<readonly [string, object, readonly number[]]>([
    ['the minimum is multiplied: 50 and 50, then 50 and 2 · 150 − 150', { ...kicker, times: 2 }, [5000, 5000, 20_000]],
    ['nothing is paid before the condition is true, not even a minimum', { when: threeDeals, otherwise: 0 }, [0, 0, 15_000]],
  ])('%s', (_what, each, expected) => {
    const lines = computed({ minimum_per_record: 50, kickers: [each] }, [deal(1, 60_000), deal(2, 40_000), deal(3, 20_000)]);
    expect(lines.map(({ amount }) => amount)).toEqual(expected);
    for (const { parts, amount } of lines) expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
  });

  it('does not raise a kicker’s step down to the minimum', () => {
    const kickers = [{ when: { metric: 'margin', level: 0.5 }, times: 2 }];
    const sale = (id: number, net: number, profit: number) => booked(id, net, { adds: { profit, costed: net } });
    const lines = computed({ minimum_per_record: 50, kickers }, [sale(1, 200_000, 100_000), sale(2, 220_000, 0)]);
    // 100 · 2, then 110 − 100, which is less than the minimum.
    expect(lines.map(({ amount }) => amount)).toEqual([20_000, 1000]);
  });

  const original = { parts: [{ net: 2_000_000, rate: 0.05 }], amount: 100_000, base: 2_000_000, over: 0, net: 2_000_000 };
  const memo = booked(2, -2_000_000, { creditOf: 99, original });
  const rows = [booked(1, 11_000_000), memo, booked(3, 1_000_000)];
  const whole = { tier_mode: 'retroactive', base_commission_rate: 0.04, over_quota_commission_rate: 0.06 };
  it('a memo that loses a retroactive tier carries the step, and the next sale reaches it again', () => {
    const lines = computed(whole, rows);
    // 110,000 · 6%; −1,000 and 110,000 · 4% − 110,000 · 6%; 120,000 · 6% − 110,000 · 4%.
    expect(lines.map(({ amount }) => amount)).toEqual([660_000, -320_000, 280_000]);
    expect(lines[1]?.parts.slice(1)).toEqual([
      { net: -11_000_000, rate: 0.06, amount: -660_000, clause: 'tiers.1' },
      { net: 11_000_000, rate: 0.04, amount: 440_000, clause: 'tiers.0' },
    ]);
  });

  it('a cap of the period takes back only the paid part of the step', () => {
    const lines = computed({ ...whole, caps: { per_period: 5000 } }, rows.slice(0, 2));
    // 6,600, of which 5,000 is paid; 4,400 remains for the sale, less 1,000.
    expect(lines.map(({ amount }) => amount)).toEqual([500_000, -160_000]);
  });

  it('earlier closed months leave the step to the next sale', () => {
    const lines = computePeriod(planOf(whole), 10_000_000, rows, 'stepless');
    expect(lines.map(({ amount }) => amount)).toEqual([660_000, -100_000, 60_000]);
  });
});
