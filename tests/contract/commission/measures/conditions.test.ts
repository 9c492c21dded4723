import { describe, expect, it } from 'vitest';
import { clausesOfPlan } from '../../../../contract/rules/commission/clauses/planClauses.ts';
import { parseConfig } from '../../../../contract/rules/commission/config.ts';
import { type Booking, computePeriod } from '../../../../contract/rules/commission/engine.ts';
import type { Plan } from '../../../../contract/rules/commission/plan.ts';
import { project } from '../../../../contract/rules/commission/project.ts';
import { booked } from '../../support/bookings.ts';

const planOf = (fields: object): Plan => {
  const { config, errors } = parseConfig(JSON.stringify({ plans: [fields] }));
  if (!config?.plans[0]) throw new Error(JSON.stringify(errors));
  return config.plans[0];
};
const errors = (fields: object) => parseConfig(JSON.stringify({ plans: [fields] })).errors.map(({ path, message }) => [path, message]);
const computed = (fields: object, rows: readonly Booking[], quota = 10_000_000) => computePeriod(planOf(fields), quota, rows);
const sentences = (fields: object, keys: readonly string[]) =>
  clausesOfPlan(planOf(fields), 0, new Map())
    .filter(({ key }) => keys.some((one) => key.startsWith(one)))
    .map(({ path, sentence }) => [path, sentence]);

const threeDeals = { metric: 'deals', level: 3 };
const deal = (id: number, net: number, overrides: Partial<Booking> = {}) => booked(id, net, { adds: { deals: 1 }, ...overrides });

describe('gates (issue 49): rates that wait for a second measure', () => {
  it('names the gate as the rule of the revenue it holds', () => {
    const [first] = computed({ gates: [{ when: threeDeals }] }, [deal(1, 12_000_000)]);
    expect(first?.parts).toEqual([
      { net: 10_000_000, rate: 0.05, amount: 500_000, clause: 'tiers.0', adds: { deals: 1 } },
      { net: 2_000_000, rate: 0.05, amount: 100_000, clause: 'gates.0' },
    ]);
  });

  it('starts with the sale that opens it, or covers the full period with gate_mode retroactive', () => {
    const rows = [deal(1, 12_000_000), deal(2, 1_000_000), deal(3, 1_000_000)];
    expect(computed({ gates: [{ when: threeDeals }] }, rows).map(({ amount }) => amount)).toEqual([600_000, 50_000, 75_000]);
    const whole = computed({ gates: [{ when: threeDeals }], gate_mode: 'retroactive' }, rows);
    expect(whole.map(({ amount }) => amount)).toEqual([600_000, 50_000, 150_000]);
    expect(whole[2]?.parts).toEqual([
      { net: -3_000_000, rate: 0.05, amount: -150_000, clause: 'gates.0', adds: { deals: 1 } },
      { net: 4_000_000, rate: 0.075, amount: 300_000, clause: 'tiers.1' },
    ]);
  });

  it('closes again when a credit memo removes the third deal', () => {
    const rows = [deal(1, 12_000_000), deal(2, 1_000_000), deal(3, 1_000_000), deal(4, -1_000_000, { creditOf: 2, adds: {} })];
    const amounts = computed({ gates: [{ when: threeDeals }], gate_mode: 'retroactive' }, rows).map(({ amount }) => amount);
    // 10,000,000 · 5% and 3,000,000 held at 5% are left.
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(650_000);
  });

  it('holds every rate with from 0, but neither deal amounts nor own rates', () => {
    const plan = { gates: [{ when: threeDeals, from: 0 }], rates: [{ match: { customer: 'a' }, amount: 100 }] };
    const rows = [deal(1, 1_000_000), deal(2, 500, { rateClause: 0 }), booked(3, 1_000_000, { rateOverride: 0.1 }), deal(4, 1_000_000)];
    expect(computed(plan, rows).map(({ amount }) => amount)).toEqual([0, 10_000, 100_000, 50_000]);
  });

  it('applies the lowest of several closed gates', () => {
    const tiers = [0, 0.5, 1].map((from, index) => ({ from, rate: 0.04 + 0.02 * index }));
    const gates = [
      { when: { metric: 'deals', level: 9 }, from: 1 },
      { when: threeDeals, from: 0.5 },
    ];
    const parts = computed({ tiers, gates }, [deal(1, 12_000_000)])[0]?.parts;
    expect(parts?.map(({ clause, rate, net }) => [clause, rate, net])).toEqual([
      ['tiers.0', 0.04, 5_000_000],
      ['gates.1', 0.04, 7_000_000],
    ]);
  });

  it('stays closed for a measure without a value', () => {
    const levels = { margin: 0.5, units: 1, net_revenue: 0.5, attainment: 9 };
    for (const [metric, level] of Object.entries(levels))
      expect(computed({ gates: [{ when: { metric, level } }] }, [booked(1, 12_000_000)])[0]?.amount).toBe(600_000);
  });

  it('names no next rate behind a gate in a projection', () => {
    const period = { start: '2026-01-01', quota: 10_000_000, bookings: [], extra: [] } as const;
    const next = (fields: object) => project([{ ...period, plan: planOf(fields) }], false).next_threshold;
    expect(next({})).toMatchObject({ missing: 100_000, rate: 0.075 });
    expect(next({ gates: [{ when: threeDeals }] })).toBeNull();
  });

  it('is described in words', () =>
    expect(
      sentences(
        {
          gates: [
            { when: { metric: 'deals', match: { term_months: { from: 24 } }, level: 3 } },
            { when: { metric: 'margin', level: 0.45 }, from: 0 },
          ],
          kickers: [
            {
              when: [
                { metric: 'units', level: 20 },
                { metric: 'attainment', level: 1 },
              ],
              times: 1.1,
            },
          ],
        },
        ['gates', 'kickers'],
      ),
    ).toEqual([
      [
        'plans[0].gates[0]',
        'Revenue over the quota earns the rate below it until a person reaches 3 deals in sales that match (contract term from 24 months) in the quarter. The sale that reaches it counts.',
      ],
      ['plans[0].gates[1]', 'Sales earn no rate until a person reaches a margin of 45.0% in the quarter. The sale that reaches it counts.'],
      ['plans[0].kickers[0]', 'Once a person reaches 20 units and the quota in the quarter, all of its commission is multiplied by 1.1.'],
    ]));

  it('refuses meaningless settings and gives their path', () => {
    expect(errors({ gates: [{ when: { metric: 'deals', level: 3 }, from: 2 }] })).toEqual([
      ['plans[0].gates[0].from', 'holds no rate: no tier begins at 2 or above'],
    ]);
    expect(errors({ gates: [{ when: { metric: 'attainment', quota: 'a', level: 1 } }] })).toEqual([
      ['plans[0].gates[0].when.quota', 'names a part of the quota, but quota.parts has none'],
    ]);
    expect(errors({ gates: [{ when: [{ metric: 'attainment', match: { customer: 'a' }, level: 1 }] }] })).toEqual([
      ['plans[0].gates[0].when[0].match', 'is not for an attainment: name a part of the quota as quota instead'],
    ]);
    expect(errors({ gates: [{ when: { metric: 'deals', level: 0 } }], kickers: [{ when: [] }] })).toEqual([
      ['plans[0].gates[0].when.level', 'must be more than 0'],
      ['plans[0].kickers[0]', 'changes nothing: give times, or otherwise, so that the two differ'],
      ['plans[0].kickers[0].when', 'must have a value'],
    ]);
    expect(errors({ gate_mode: 'retroactive' })).toEqual([['plans[0].gate_mode', 'is for gates, and the plan has none']]);
  });
});

describe('kickers (issue 49): a multiplier of the period’s commission', () => {
  it('names the kicker as the rule of its addition, before caps', () => {
    const plan = { kickers: [{ when: { metric: 'units', level: 2 }, times: 1.5 }], caps: { per_period: 1000 } };
    const rows = [booked(1, 1_000_000, { adds: { units: 1 } }), booked(2, 1_000_000, { adds: { units: 1 } })];
    expect(computed(plan, rows)[1]?.parts).toEqual([
      { net: 1_000_000, rate: 0.05, amount: 50_000, clause: 'tiers.0', adds: { units: 1 } },
      { net: 0, rate: 0, amount: 50_000, clause: 'kickers.0' },
      { net: 0, rate: 0, amount: -50_000, clause: 'cap.period' },
    ]);
  });

  it('multiplies several in turn, each rounded once for the period', () => {
    const kickers = [
      { when: { metric: 'net_revenue', level: 0.01 }, times: 1.1 },
      { when: { metric: 'net_revenue', level: 0.01 }, times: 1.2 },
    ];
    const rows = [3333, 3333, 3334].map((net, index) => booked(index + 1, net, { adds: { net_revenue: net } }));
    const amounts = computed({ kickers }, rows).map(({ amount }) => amount);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(Math.round(501 * 1.1 * 1.2));
  });
});

describe('quota.parts (issue 49): more than one quota', () => {
  const part = (id: string, amount: number, overrides: object = {}) => ({ id, amount, match: { customer: id }, ...overrides });

  it('the quota is the sum of its parts, and weights add up to 1', () => {
    expect(planOf({ quota: { parts: [part('a', 100), part('b', 300)] } }).quota.amount).toBe(40_000);
    expect(errors({ quota: { amount: 500, parts: [part('a', 100, { weight: 0.6 }), part('b', 300, { weight: 0.3 })] } })).toEqual([
      ['plans[0].quota.parts', 'must have a weight each that add up to 1, not 0.9, or no weights at all'],
      ['plans[0].quota.amount', 'must be the sum of the parts, 400; it may be left out'],
    ]);
    expect(errors({ quota: { parts: [part('a', 100, { weight: 1 }), part('b', 300)] } })).toEqual([
      ['plans[0].quota.parts', 'must have a weight each that add up to 1, not 1, or no weights at all'],
    ]);
  });

  it('refuses parts that share an id, catch all sales too early, or overlap', () => {
    const sized = (id: string, from: number) => ({ id, amount: 100, match: { deal_size: { from } } });
    expect(errors({ quota: { parts: [{ id: 'a', amount: 100 }, part('a', 300)] } })).toEqual([
      ['plans[0].quota.parts[0].match', 'is missing: only the last part may leave it out, for all other sales'],
      ['plans[0].quota.parts[1].id', '"a" is already the id of parts[0]'],
    ]);
    expect(errors({ quota: { parts: [sized('a', 10), sized('b', 20)] } }).map(([path]) => path)).toEqual(['plans[0].quota.parts[1].match']);
    expect(errors({ rates: [{ quota: 'a', match: { customer: 'a' }, base_commission_rate: 0.1 }] })).toEqual([
      ['plans[0].rates[0].match', 'cannot be combined with quota: a part of the quota has a match of its own'],
      ['plans[0].rates[0].quota', 'names a part of the quota, but quota.parts has none'],
    ]);
  });

  it('refuses an entry for a part whose sales an earlier entry catches', () => {
    const rate = { base_commission_rate: 0.1 };
    const refused = (rates: readonly object[]) => errors({ quota: { parts: [part('a', 100), { id: 'rest', amount: 300 }] }, rates });
    const message = 'overlaps with plans[0].rates[0]: a sale could match both, and only the first would apply';
    const taken = [['plans[0].rates[1].quota', message]];
    expect(refused(['a', 'a'].map((quota) => ({ quota, ...rate })))).toEqual(taken);
    expect(refused(['rest', 'rest'].map((quota) => ({ quota, ...rate })))).toEqual(taken);
    expect(
      refused([
        { match: { customer: ['A', 'b'] }, ...rate },
        { quota: 'a', ...rate },
      ]),
    ).toEqual(taken);
    expect(
      refused([{ match: { customer: 'a', activity_type: 'x' }, ...rate }, ...['a', 'rest'].map((quota) => ({ quota, ...rate }))]),
    ).toEqual([]);
  });

  it('prices a part by its own quota, in proportion to the person’s total quota', () => {
    const plan = {
      quota: { parts: [part('a', 100_000), { id: 'rest', amount: 300_000 }] },
      rates: [{ quota: 'a', base_commission_rate: 0.02, over_quota_commission_rate: 0.04 }],
    };
    const row = booked(1, 10_000_000, { rateClause: 0, adds: { 'quota.a': 10_000_000 } });
    // Half of the quota, as in a ramp: 50,000 · 2% + 50,000 · 4%.
    expect(computed(plan, [row], 20_000_000)[0]?.amount).toBe(300_000);
  });

  it('is described in words', () =>
    expect(
      sentences(
        {
          quota: { parts: [part('a', 100, { weight: 0.6 }), part('b', 300, { weight: 0.4 })] },
          rates: [{ quota: 'a', base_commission_rate: 0.02 }],
        },
        ['quota.part', 'rates'],
      ),
    ).toEqual([
      [
        'plans[0].quota.parts[0]',
        '$100.00 of the quota is the part a, for sales that match (customer a). It counts 60.0% of the attainment.',
      ],
      [
        'plans[0].quota.parts[1]',
        '$300.00 of the quota is the part b, for sales that match (customer b). It counts 40.0% of the attainment.',
      ],
      ['plans[0].quota.parts', 'Sales outside these parts don’t count toward the quota.'],
      [
        'plans[0].rates[0]',
        'Sales of the part a of the quota have rates of their own, by that part of the quota: All net revenue earns 2.0%.',
      ],
    ]));
});

describe('configuration examples with gates, kickers and quota parts', () => {
  it('are computed before a save', () => {
    const plan = {
      quota: {
        parts: [
          { id: 'a', match: { activity_type: 'A' }, amount: 100 },
          { id: 'b', amount: 100 },
        ],
      },
      rates: [{ quota: 'a', base_commission_rate: 0.02, over_quota_commission_rate: 0.04 }],
      gates: [{ when: { metric: 'attainment', quota: 'b', level: 1 } }],
      kickers: [{ when: { metric: 'deals', level: 3 }, times: 2 }],
    };
    const rows = [{ net: 150, activity_type: 'A' }, 100, { net: 50, activity_type: 'A' }];
    const answer = (expect: readonly number[]) => parseConfig(JSON.stringify({ plans: [plan], examples: [{ rows, expect }] })).errors;
    // 100 · 2% + 50 held at 2%; then 50 · 5% + 50 · 7.5%; then 50 · 4%, and the kicker doubles all three.
    expect(answer([3, 6.25, 13.25])).toEqual([]);
    expect(answer([3, 5, 11]).map(({ path }) => path)).toEqual(['examples[0].expect[1]', 'examples[0].expect[2]']);
  });
});
