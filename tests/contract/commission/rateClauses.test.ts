import { describe, expect, it } from 'vitest';
import { clausesOfPlan } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { clauseShares } from '../../../contract/rules/commission/clauses/shares.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { type Booking, computePeriod } from '../../../contract/rules/commission/engine.ts';
import { plainSale, rateClauseOf } from '../../../contract/rules/commission/matching.ts';
import { defaultPlan, type Plan } from '../../../contract/rules/commission/plan.ts';
import { booked } from '../support/bookings.ts';

const quota = 10_000_000;
const two = (base: number, over: number) => [
  { from: 0, rate: base },
  { from: 1, rate: over },
];
const plan: Plan = {
  ...defaultPlan,
  rates: [
    { match: { customer_type: ['Library', 'School'], territory: ['West'] }, tiers: two(0.02, 0.04), ratesAs: 'rates' },
    { match: { customer_type: ['Library'] }, tiers: two(0.03, 0.03), ratesAs: 'rates' },
    { match: { activity_type: ['Python'] }, tiers: two(0.06, 0.06), ratesAs: 'rates' },
    { match: { customer: ['Acme School'] }, tiers: two(0.01, 0.01), ratesAs: 'rates' },
  ],
};
const amounts = (plan: Plan, rows: readonly Booking[]) => computePeriod(plan, quota, rows).map(({ amount }) => amount);

describe('decisions 2.08: separate rates for some sales', () => {
  it.each([
    ['all given fields must match', { customer_type: 'library ', territory: 'West' }, 0],
    ['the first rule that matches prices the sale', { customer_type: 'Library', territory: 'Midwest', activity_types: ['Python'] }, 1],
    ['any of several activity types is enough', { activity_types: ['Scratch', 'python'] }, 2],
    ['a customer by name', { customer_name: ' ACME school' }, 3],
    ['no rule matches', { customer_type: 'Museum' }, null],
    ['an unknown customer type matches nothing', { customer_type: null }, null],
  ])('%s', (_what, sale, clause) => expect(rateClauseOf(plan, { ...plainSale, ...sale })).toBe(clause));

  it('all sales count toward one quota: 60,000 at 2% to it, then 40,000 · 5% + 20,000 · 7.5%, then 10,000 at the 4% over it', () => {
    const rows = [booked(1, 6_000_000, { rateClause: 0 }), booked(2, 6_000_000), booked(3, 1_000_000, { rateClause: 0 })];
    expect(computePeriod(plan, quota, rows)).toMatchObject([
      { amount: 120_000, base: 6_000_000, over: 0, cum: 0 },
      { amount: 350_000, base: 4_000_000, over: 2_000_000, cum: 6_000_000 },
      { amount: 40_000, base: 0, over: 1_000_000, cum: 12_000_000 },
    ]);
  });

  it('an invoice’s own rate overrides every rule', () =>
    expect(amounts(plan, [booked(1, 1_000_000, { rateClause: 0, rateOverride: 0.1 })])).toEqual([100_000]));

  it('a removed rule leaves the plan’s own rates', () =>
    expect(amounts(plan, [booked(1, 1_000_000, { rateClause: 9 })])).toEqual([50_000]));

  it('a credit memo takes back the amount its invoice earned by the rule', () =>
    expect(amounts(plan, [booked(1, 6_000_000, { rateClause: 1 }), booked(2, -6_000_000, { creditOf: 1 })])).toEqual([180_000, -180_000]));

  it('retroactive: crossing the quota reprices the revenue of every rule', () => {
    // 60,000 · 5% = 3,000 and 30,000 · 2% = 600; with 20,000 more, all 80,000 earn 7.5% = 6,000 and the 30,000 earn 4% = 1,200: 3,600 more.
    const rows = [booked(1, 6_000_000), booked(2, 3_000_000, { rateClause: 0 }), booked(3, 2_000_000)];
    const [first, second, third] = computePeriod({ ...plan, tierMode: 'retroactive' }, quota, rows);
    expect([first?.amount, second?.amount, third?.amount]).toEqual([300_000, 60_000, 360_000]);
    expect(third?.parts).toEqual([
      { net: -6_000_000, rate: 0.05, amount: -300_000, clause: 'tiers.0' },
      { net: 8_000_000, rate: 0.075, amount: 600_000, clause: 'tiers.1' },
      { net: -3_000_000, rate: 0.02, amount: -60_000, clause: 'rates.0.tiers.0' },
      { net: 3_000_000, rate: 0.04, amount: 120_000, clause: 'rates.0.tiers.1' },
    ]);
    expect([first, second, third].map((row) => row?.parts.reduce((sum, { net }) => sum + net, 0))).toEqual([
      6_000_000, 3_000_000, 2_000_000,
    ]);
  });

  it('decisions 2.09: the rule is the clause that priced a record, and is described in words', () => {
    const [record] = computePeriod(plan, 10_000_000, [booked(1, 1_000_000, { rateClause: 1 })]);
    expect(clauseShares(record?.parts ?? [])).toEqual([{ key: 'rates.1', net: 1_000_000, rate: 0.03, amount: 30_000 }]);
    expect(
      clausesOfPlan(plan, 0, new Map())
        .filter(({ key }) => key.startsWith('rates.'))
        .map(({ path, sentence }) => [path, sentence]),
    ).toEqual([
      [
        'plans[0].rates[0]',
        'Sales that match (customer type Library or School and territory West) have rates of their own: Net revenue up to the quota earns 2.0%. Net revenue over the quota earns 4.0%.',
      ],
      ['plans[0].rates[1]', 'Sales that match (customer type Library) have rates of their own: All net revenue earns 3.0%.'],
      ['plans[0].rates[2]', 'Sales that match (activity type Python) have rates of their own: All net revenue earns 6.0%.'],
      ['plans[0].rates[3]', 'Sales that match (customer Acme School) have rates of their own: All net revenue earns 1.0%.'],
    ]);
  });
});

const errors = (fields: object, overrides: object = {}) =>
  parseConfig(JSON.stringify({ plans: [fields], ...overrides })).errors.map(({ path, message }) => [path, message]);
const rate = (fields: object) => ({ rates: [fields] });
const bonus = (fields: object) => ({ bonuses: [{ id: 'b', metric: 'net_revenue', level: 1, within: 'quarter', amount: 1, ...fields }] });

describe('decisions 2.07, 2.08: invalid clauses are refused at their path', () => {
  it.each<readonly [string, object, string, string]>([
    [
      'an empty match',
      rate({ match: {}, base_commission_rate: 0.1 }),
      'plans[0].rates[0].match',
      'matches nothing: give customer_type, activity_type, territory, customer, sale_kind, deal_size, margin, term_months, customer_months, discount, units',
    ],
    ['a rule without a match', rate({ base_commission_rate: 0.1 }), 'plans[0].rates[0].match', 'is missing'],
    ['a rule without a rate', rate({ match: { customer: 'A' } }), 'plans[0].rates[0].base_commission_rate', 'is missing'],
    [
      'an empty list',
      rate({ match: { customer: [] }, base_commission_rate: 0.1 }),
      'plans[0].rates[0].match.customer',
      'must have a value',
    ],
    [
      'a rate of 1000',
      rate({ match: { customer: 'A' }, base_commission_rate: 1000 }),
      'plans[0].rates[0].base_commission_rate',
      'must be from 0 to 1, not 1000',
    ],
    [
      'both rates and tiers',
      rate({ match: { customer: 'A' }, base_commission_rate: 0.1, tiers: [{ from: 0, rate: 0.1 }] }),
      'plans[0].rates[0].base_commission_rate',
      'cannot be combined with tiers: give the two rates or the tiers',
    ],
    ['a bonus of zero', bonus({ amount: 0 }), 'plans[0].bonuses[0].amount', 'must be more than 0'],
    ['a level of zero', bonus({ level: 0 }), 'plans[0].bonuses[0].level', 'must be more than 0'],
    ['a level of one and a half deals', bonus({ metric: 'won_deals', level: 1.5 }), 'plans[0].bonuses[0].level', 'must be a whole number'],
    [
      'attainment over less than a quota period',
      bonus({ metric: 'attainment', within: 'month' }),
      'plans[0].bonuses[0].within',
      'must not be shorter than the quota period, a quarter',
    ],
    [
      'a bonus without an id',
      { bonuses: [{ metric: 'won_deals', level: 1, within: 'month', amount: 1 }] },
      'plans[0].bonuses[0].id',
      'is missing',
    ],
    [
      'two bonuses with the same id',
      { bonuses: [...bonus({}).bonuses, ...bonus({}).bonuses] },
      'plans[0].bonuses[1].id',
      '"b" is already the id of bonuses[0]',
    ],
    ['a draw of zero', { draw: { amount: 0, recoverable: true } }, 'plans[0].draw.amount', 'must be more than 0'],
    ['a draw that does not say whether it is taken back', { draw: { amount: 1 } }, 'plans[0].draw.recoverable', 'is missing'],
  ])('%s', (_what, fields, path, message) => expect(errors(fields)).toEqual([[path, message]]));

  it('refuses an unknown territory in clauses and in examples', () => {
    const clause = { match: { territory: ['West', 'North'] }, base_commission_rate: 0.1 };
    const text = JSON.stringify({
      plans: [rate(clause)],
      examples: [{ rows: [{ net: 1000, territory: 'South' }], expect: [50] }],
    });
    expect(parseConfig(text).errors).toEqual([]);
    const message = 'must be one of West, Nordics';
    expect(parseConfig(text, { territories: ['West', 'Nordics'] }).errors).toEqual([
      { path: 'plans[0].rates[0].match.territory[1]', message },
      { path: 'examples[0].rows[0].territory', message },
    ]);
  });

  it('defaults the second rate to the first', () =>
    expect(
      parseConfig(JSON.stringify({ plans: [rate({ match: { customer: 'A' }, base_commission_rate: 0.1 })] })).config?.plans[0]?.rates,
    ).toEqual([{ match: { customer: ['A'] }, tiers: two(0.1, 0.1), ratesAs: 'rates' }]));

  const all = {
    quota: { amount: 100_000 },
    rates: [{ match: { customer_type: 'Library' }, base_commission_rate: 0.03 }],
    bonuses: [{ id: 'b', metric: 'attainment', level: 1.2, within: 'quarter', amount: 1500 }],
    draw: { amount: 2000, recoverable: true },
  };
  const rows = [60_000, { net: 60_000, customer_type: 'Library' }, { net: 1000, share: 0.6 }, { net: 1000, received: 1000, held: true }];
  const examples = (overrides: object) => ({ examples: [{ rows, expect: [3000, 1800, 45, 75], ...overrides }] });

  it('an example covers every clause: the rule, a share, a hold, a bonus', () =>
    expect(errors(all, examples({ expect_due: [0, 0, 0, 0], expect_bonuses: [1500] }))).toEqual([]));
  it('an example of a draw: 2,000 with 1,500 due, then 3,000, pays 2,000, then 2,500', () =>
    expect(errors(all, { examples: [{ due: [1500, 3000], expect_pays: [2000, 2500] }] })).toEqual([]));
  it('refuses the save at an amount that differs', () => {
    expect(errors(all, examples({ expect_bonuses: [0] }))).toEqual([
      ['examples[0].expect_bonuses[0]', 'is 0.00, but plan "default" gives 1500.00 for b'],
    ]);
    expect(errors(all, { examples: [{ due: [1500], expect_pays: [1500] }] })).toEqual([
      ['examples[0].expect_pays[0]', 'is 1500.00, but plan "default" gives 2000.00 for 1500.00'],
    ]);
  });
});
