import { describe, expect, it } from 'vitest';
import { recoverable } from '../../../../contract/rules/commission/clawback.ts';
import { computePeriod } from '../../../../contract/rules/commission/engine.ts';
import { defaultPlan, isExcluded, type Plan, quotaFor } from '../../../../contract/rules/commission/plan.ts';
import { splitNet } from '../../../../contract/rules/commission/split.ts';
import { booked } from '../../support/bookings.ts';
import { quotaInRange } from '../../support/quotaInRange.ts';

const quota = 10_000_000;
const plan = (overrides: Partial<Plan>): Plan => ({ ...defaultPlan, ...overrides });
const three = [
  { from: 0, rate: 0.05 },
  { from: 1, rate: 0.075 },
  { from: 1.5, rate: 0.1 },
];
const retroactive = plan({ tierMode: 'retroactive', tiers: three });
const amounts = (plan: Plan, bookings: Parameters<typeof computePeriod>[2]) =>
  computePeriod(plan, quota, bookings).map(({ amount }) => amount);

describe('decisions 2.02: the records of a quota period', () => {
  it('worked example: 60,000 earns 3,000.00 (5.0%), the next 60,000 earns 3,500.00 (5.8%)', () => {
    const [first, second] = computePeriod(defaultPlan, quota, [booked(1, 6_000_000), booked(2, 6_000_000)]);
    expect(first).toEqual({
      id: 1,
      cum: 0,
      quota,
      parts: [{ net: 6_000_000, rate: 0.05, amount: 300_000, clause: 'tiers.0' }],
      base: 6_000_000,
      over: 0,
      amount: 300_000,
      capped: false,
    });
    expect(second).toEqual({
      id: 2,
      cum: 6_000_000,
      quota,
      parts: [
        { net: 4_000_000, rate: 0.05, amount: 200_000, clause: 'tiers.0' },
        { net: 2_000_000, rate: 0.075, amount: 150_000, clause: 'tiers.1' },
      ],
      base: 4_000_000,
      over: 2_000_000,
      amount: 350_000,
      capped: false,
    });
    expect(((second?.amount ?? 0) / 6_000_000) * 100).toBeCloseTo(5.8, 1);
  });

  it('runs one record through three tiers: 100,000 at 5%, 50,000 at 7.5%, 30,000 at 10%', () =>
    expect(computePeriod(plan({ tiers: three }), quota, [booked(1, 18_000_000)])[0]).toMatchObject({
      parts: [
        { net: 10_000_000, rate: 0.05 },
        { net: 5_000_000, rate: 0.075 },
        { net: 3_000_000, rate: 0.1 },
      ],
      base: 10_000_000,
      over: 8_000_000,
      amount: 1_175_000,
    }));

  it('retroactive: reaching the quota exactly pays the new rate on all revenue', () => {
    expect(amounts(retroactive, [booked(1, 6_000_000), booked(2, 6_000_000)])).toEqual([300_000, 600_000]);
    expect(amounts(retroactive, [booked(1, 6_000_000), booked(2, 4_000_000)])).toEqual([300_000, 450_000]);
    expect(amounts(retroactive, [booked(1, 6_000_000), booked(2, 3_999_999)])).toEqual([300_000, 200_000]);
  });

  it('retroactive: shows earlier revenue moving from the old rate to the new one', () =>
    expect(computePeriod(retroactive, quota, [booked(1, 6_000_000), booked(2, 6_000_000)])[1]?.parts).toEqual([
      { net: -6_000_000, rate: 0.05, amount: -300_000, clause: 'tiers.0' },
      { net: 12_000_000, rate: 0.075, amount: 900_000, clause: 'tiers.1' },
    ]));

  it('retroactive: a memo also takes the reached rate back, and the next record reaches it again', () => {
    const memo = booked(3, -6_000_000, { creditOf: 1 });
    const rows = [booked(1, 6_000_000), booked(2, 6_000_000), memo, booked(4, 6_000_000)];
    expect(amounts(retroactive, rows)).toEqual([300_000, 600_000, -600_000, 600_000]);
    expect(computePeriod(retroactive, quota, rows, 'record').map(({ amount }) => amount)).toEqual([300_000, 600_000, -300_000, 300_000]);
  });

  it('an invoice’s own rate replaces the plan’s, and its revenue still counts toward the quota', () => {
    const rows = [booked(1, 6_000_000, { rateOverride: 0.1 }), booked(2, 6_000_000)];
    expect(amounts(defaultPlan, rows)).toEqual([600_000, 350_000]);
    expect(amounts(retroactive, rows)).toEqual([600_000, 450_000]);
  });

  it('excluded revenue earns nothing and moves no quota; a share of team revenue earns but moves none', () => {
    const rows = [
      booked(1, 9_000_000, { excluded: true }),
      booked(2, 9_000_000, { credit: 'override', rateOverride: 0.01 }),
      booked(3, 6_000_000),
    ];
    expect(computePeriod(defaultPlan, quota, rows)).toMatchObject([
      { amount: 0, base: 9_000_000, over: 0, parts: [{ net: 9_000_000, rate: 0 }] },
      { amount: 90_000, cum: 0 },
      { amount: 300_000, cum: 0 },
    ]);
  });

  it('a memo numbered before its invoice of the same day still takes it back', () => {
    const day = { bookingDate: '2026-02-02' };
    const rows = [booked(1, -6_000_000, { ...day, invoiceNumber: 'A', creditOf: 2 }), booked(2, 6_000_000, { ...day, invoiceNumber: 'B' })];
    expect(computePeriod(defaultPlan, quota, rows).map(({ id, amount }) => [id, amount])).toEqual([
      [2, 300_000],
      [1, -300_000],
    ]);
  });

  it('orders memos that name each other by booking', () =>
    expect(amounts(defaultPlan, [booked(1, -100_00, { creditOf: 2 }), booked(2, 100_00, { creditOf: 1 })])).toEqual([-500, 500]));

  it('a memo over a third takes a third of each part, rounded once', () => {
    const original = {
      parts: [
        { net: 4_000_000, rate: 0.05 },
        { net: 2_000_000, rate: 0.075 },
      ],
      amount: 350_000,
      base: 4_000_000,
      over: 2_000_000,
      net: 6_000_000,
    };
    expect(computePeriod(defaultPlan, quota, [booked(1, -2_000_000, { creditOf: 77, original })])[0]).toMatchObject({
      parts: [
        { net: -1_333_333, rate: 0.05 },
        { net: -666_667, rate: 0.075 },
      ],
      base: -1_333_333,
      over: -666_667,
      amount: -116_667,
    });
  });

  it('caps limit a record and the period, and say so', () => {
    const rows = [1, 2, 3, 4].map((id) => booked(id, 6_000_000));
    const capped = plan({ caps: { perRecord: 320_000, perPeriod: 700_000 } });
    expect(computePeriod(capped, quota, rows).map((row) => [row.amount, row.capped])).toEqual([
      [300_000, false],
      [320_000, true],
      [80_000, true],
      [0, true],
    ]);
  });

  it('a memo of an earlier period takes back the amount given, whatever the cap is now', () => {
    const original = { parts: [{ net: 7_000_000, rate: 0.05 }], amount: 350_000, base: 7_000_000, over: 0, net: 7_000_000 };
    const rows = [booked(1, -7_000_000, { creditOf: 77, original })];
    expect(amounts(plan({ caps: { perRecord: 320_000, perPeriod: null } }), rows)).toEqual([-350_000]);
  });

  it('parts of a partial memo add up to it even if each rounds up', () => {
    const parts = [
      { net: 1, rate: 0.05 },
      { net: 1, rate: 0.075 },
    ];
    const memo = booked(1, -1, { creditOf: 77, original: { parts, amount: 0, base: 1, over: 1, net: 2 } });
    expect(computePeriod(defaultPlan, quota, [memo])[0]).toMatchObject({ parts: [{ net: -1, rate: 0.05 }], base: -1, over: 0 });
  });

  it('a memo of an excluded sale moves no quota, and an exclusion outweighs the invoice’s own rate', () => {
    const original = { parts: [{ net: 6_000_000, rate: 0 }], amount: 0, base: 6_000_000, over: 0, net: 6_000_000 };
    const rows = [
      booked(1, -6_000_000, { creditOf: 77, original, excluded: true }),
      booked(2, 6_000_000, { excluded: true, rateOverride: 0.1 }),
      booked(3, 6_000_000),
    ];
    expect(computePeriod(defaultPlan, quota, rows).map(({ amount, cum }) => [amount, cum])).toEqual([
      [0, 0],
      [0, 0],
      [300_000, 0],
    ]);
  });

  it('returns no records without bookings', () => expect(computePeriod(defaultPlan, quota, [])).toEqual([]));
});

describe('decisions 2.07: a person’s quota', () => {
  const quotas: Plan = plan({
    quota: {
      period: 'quarter',
      amount: 10_000_000,
      byRole: { sales_manager: 40_000_000 },
      overrides: [{ userId: '7', period: '2026-Q2', amount: 6_000_000 }],
      ramp: [0.25, 0.333333],
    },
  });
  const old = { role: 'salesperson', joinedOn: '2020-01-01' } as const;
  it.each([
    ['the plan’s', { ...old, id: '1' }, '2026-04-01', 10_000_000],
    ['the role’s', { ...old, id: '1', role: 'sales_manager' }, '2026-04-01', 40_000_000],
    ['the override in its quarter', { ...old, id: '7' }, '2026-04-01', 6_000_000],
    ['the plan’s in the next quarter', { ...old, id: '7' }, '2026-07-01', 10_000_000],
    ['a quarter of it in the starting quarter', { ...old, id: '1', joinedOn: '2026-06-30' }, '2026-04-01', 2_500_000],
    ['the next step, to the cent', { ...old, id: '1', joinedOn: '2026-06-30' }, '2026-07-01', 3_333_330],
    ['all of it after the ramp', { ...old, id: '1', joinedOn: '2026-06-30' }, '2026-10-01', 10_000_000],
    ['all of it before the person started', { ...old, id: '1', joinedOn: '2026-06-30' }, '2026-01-01', 10_000_000],
    ['the override, whatever the ramp', { ...old, id: '7', joinedOn: '2026-06-30' }, '2026-04-01', 6_000_000],
    [
      'a step of the role’s quota across the turn of the year',
      { ...old, id: '1', role: 'sales_manager', joinedOn: '2025-12-31' },
      '2026-01-01',
      13_333_320,
    ],
    ['the next step across the turn of a century', { ...old, id: '1', joinedOn: '1999-12-31' }, '2000-01-01', 3_333_330],
  ] as const)('is %s', (_what, person, start, cents) => expect(quotaFor(quotas, person, start)).toBe(cents));

  it('adds up the periods of a range', () => {
    const range = { start_date: '2026-04-01', end_date: '2026-09-30' };
    expect(quotaInRange(range, quotas, '7')).toBe(16_000_000);
  });
});

describe('decisions 2.07: splits, exclusions, clawback', () => {
  it.each([
    [100, [0.5, 0.5], [50, 50]],
    [101, [0.5, 0.5], [51, 50]],
    [-101, [0.5, 0.5], [-51, -50]],
    [100, [0.333333, 0.333333, 0.333334], [33, 33, 34]],
    [1, [0.3, 0.7], [0, 1]],
    [103, [0.7, 0.3], [72, 31]],
    [0, [0.3, 0.7], [0, 0]],
    [100, [1, 0], [100, 0]],
  ] as const)('%i cents by %j is %j', (net, shares, cents) => expect(splitNet(net, shares)).toEqual(cents));
  it('refuses shares that do not add up to 1', () => expect(() => splitNet(100, [0.5, 0.4])).toThrow(RangeError));

  it('excludes a customer by type or name, ignoring case', () => {
    const excluding = plan({
      exclude: [
        { field: 'customer_type', in: ['Test', 'Internal'] },
        { field: 'customer_name', in: ['Acme '] },
      ],
    });
    expect(isExcluded(excluding, { customer_type: 'internal', customer_name: 'X' })).toBe(true);
    expect(isExcluded(excluding, { customer_type: null, customer_name: 'ACME' })).toBe(true);
    expect(isExcluded(excluding, { customer_type: 'School', customer_name: 'Internal' })).toBe(false);
    expect(isExcluded(defaultPlan, { customer_type: 'Internal', customer_name: 'X' })).toBe(false);
  });

  const over = [
    { over: 30_000, paidOn: '2026-01-31' },
    { over: 5_000, paidOn: '2025-01-31' },
  ];
  const clawback = { enabled: true, windowDays: 90, maxShareOfPayout: 0.5 };
  it.each([
    ['the amount overpaid within the window', clawback, 100_000, '2026-05-01', 30_000],
    ['nothing on the day after the window', clawback, 100_000, '2026-05-02', 0],
    ['at most the share of the payout, rounded down to the cent', clawback, 50_001, '2026-05-01', 25_000],
    ['nothing if the plan disables it', { ...clawback, enabled: false }, 100_000, '2026-05-01', 0],
    ['nothing from a negative payout', clawback, -10, '2026-05-01', 0],
  ])('clawback keeps back %s', (_what, rule, payout, day, cents) => expect(recoverable(rule, over, payout, day)).toBe(cents));
});
