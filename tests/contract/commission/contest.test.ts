import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clausesOfPlan } from '../../../contract/rules/commission/clauses/planClauses.ts';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { type Contest, rankContestants } from '../../../contract/rules/commission/contest.ts';

const contest: Contest = { id: 'best', name: 'Best', metric: 'net_revenue', within: 'quarter', prizes: [500_000, 250_000, 100_000] };
const sold = (...nets: number[]) => nets.map((net, index) => ({ userId: index + 1, net, won: 0, quota: 0, firstSale: null }));
const prizesOf = (given: Contest, contestants: Parameters<typeof rankContestants>[1]) =>
  rankContestants(given, contestants).map(({ userId, first, last, prize }) => [userId, first, last, prize]);
const errorsOf = (plan: object) => parseConfig(JSON.stringify({ plans: [plan] })).errors;

describe('decisions 2.08: contests', () => {
  it('gives the prizes to the best, and none to people without sales', () =>
    expect(prizesOf(contest, sold(100, 300, 0, 200, -50, 50))).toEqual([
      [2, 1, 1, 500_000],
      [4, 2, 2, 250_000],
      [1, 3, 3, 100_000],
      [6, 4, 4, 0],
    ]));

  it('divides the prizes of tied places; a leftover cent goes to the lower id', () => {
    expect(prizesOf(contest, sold(300, 300, 200))).toEqual([
      [1, 1, 2, 375_000],
      [2, 1, 2, 375_000],
      [3, 3, 3, 100_000],
    ]);
    // Three people share one prize of 1,000.00.
    expect(prizesOf(contest, sold(900, 800, 10, 10, 10)).slice(2)).toEqual([
      [3, 3, 5, 33_334],
      [4, 3, 5, 33_333],
      [5, 3, 5, 33_333],
    ]);
  });

  it('compares won deals, or attainment of each person’s own quota', () => {
    const deals = [3, 0, 4].map((won, index) => ({ userId: index + 1, net: 0, won, quota: 0, firstSale: null }));
    expect(prizesOf({ ...contest, metric: 'won_deals' }, deals).map(([userId]) => userId)).toEqual([3, 1]);
    const people = [
      { userId: 1, net: 100, won: 0, quota: 200, firstSale: null },
      { userId: 2, net: 60, won: 0, quota: 100, firstSale: null },
      { userId: 3, net: 900, won: 0, quota: 0, firstSale: null },
      { userId: 4, net: 30, won: 0, quota: 60, firstSale: null },
    ];
    expect(prizesOf({ ...contest, metric: 'attainment' }, people)).toEqual([
      [2, 1, 1, 500_000],
      [1, 2, 3, 175_000],
      [4, 2, 3, 175_000],
    ]);
  });

  it('compares days of first sales: the earliest wins, a shared day is a tie, and people without a sale have no place', () => {
    const days = ['2026-10-05', null, '2026-10-02', '2026-10-05', '2026-09-30'];
    const people = days.map((firstSale, index) => ({ userId: index + 1, net: 100 * index, won: 9, quota: 100, firstSale }));
    expect(prizesOf({ ...contest, metric: 'first_sale' }, people)).toEqual([
      [5, 1, 1, 500_000],
      [3, 2, 2, 250_000],
      [1, 3, 4, 50_000],
      [4, 3, 4, 50_000],
    ]);
  });

  it('property: gives the prizes of the taken places in full, and never more for less', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -2, max: 6 }), { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 6 }),
        (nets, amounts) => {
          const prizes = amounts.toSorted((a, b) => b - a);
          const places = rankContestants({ ...contest, prizes }, sold(...nets));
          const winners = nets.filter((net) => net > 0).length;
          expect(places.length).toBe(winners);
          expect(places.reduce((sum, { prize }) => sum + prize, 0)).toBe(prizes.slice(0, winners).reduce((sum, prize) => sum + prize, 0));
          for (const [index, { prize }] of places.entries()) expect(prize).toBeLessThanOrEqual((places[index - 1]?.prize ?? prize) + 0);
        },
      ),
      { numRuns: 300 },
    ));

  it.each([
    ['no prizes', { prizes: [] }, 'plans[0].contests[0].prizes', 'must have a value'],
    ['a prize of zero', { prizes: [100, 0] }, 'plans[0].contests[0].prizes[1]', 'must be more than 0'],
    [
      'a larger second prize',
      { prizes: [100, 200] },
      'plans[0].contests[0].prizes[1]',
      'must not be more than the prize of the place before',
    ],
    [
      'days together with a period',
      { from: '2026-10-01', to: '2026-10-31' },
      'plans[0].contests[0].within',
      'cannot be combined with from and to: give the period or the days',
    ],
    [
      'attainment over less than a quota period',
      { metric: 'attainment', within: 'month' },
      'plans[0].contests[0].within',
      'must not be shorter than the quota period, a quarter',
    ],
    ['a match with another metric', { match: { territory: 'West' } }, 'plans[0].contests[0].match', 'is for the metric first_sale only'],
    [
      'an unknown metric',
      { metric: 'last_sale' },
      'plans[0].contests[0].metric',
      'must be one of net_revenue, attainment, won_deals, first_sale',
    ],
    [
      'an empty match',
      { metric: 'first_sale', match: {} },
      'plans[0].contests[0].match',
      expect.stringContaining('customer_type, activity_type, territory'),
    ],
  ])('refuses %s', (_what, overrides, path, message) =>
    expect(errorsOf({ contests: [{ id: 'best', metric: 'net_revenue', within: 'quarter', prizes: [100], ...overrides }] })).toEqual([
      { path, message },
    ]),
  );

  it('refuses a bonus for a first sale, because a bonus needs a level', () =>
    expect(errorsOf({ bonuses: [{ id: 'first', metric: 'first_sale', level: 1, within: 'month', amount: 5 }] })).toEqual([
      { path: 'plans[0].bonuses[0].metric', message: 'must be one of net_revenue, attainment, won_deals' },
    ]));

  it('refuses a window that ends before it begins or lasts more than a year', () => {
    const bonus = (from: string, to: string) => ({ bonuses: [{ id: 'b', metric: 'won_deals', level: 1, from, to, amount: 5 }] });
    const paths = (from: string, to: string) => errorsOf(bonus(from, to)).map(({ path }) => path);
    expect([paths('2026-02-01', '2026-01-31'), paths('2026-01-01', '2027-02-01'), paths('2026-01-01', '2026-01-01')]).toEqual([
      ['plans[0].bonuses[0].to'],
      ['plans[0].bonuses[0].to'],
      [],
    ]);
  });

  it('describes contests and windows in words', () => {
    const window = { from: '2026-10-01', to: '2026-10-31' };
    const plan = {
      bonuses: [{ id: 'b', metric: 'won_deals', level: 2, ...window, amount: 5 }],
      contests: [
        { id: 'best', metric: 'net_revenue', within: 'quarter', prizes: [5000, 2500] },
        { id: 'october', metric: 'won_deals', ...window, prizes: [100] },
        { id: 'first', metric: 'first_sale', within: 'month', prizes: [250] },
        { id: 'python', metric: 'first_sale', match: { activity_type: 'Python' }, ...window, prizes: [500, 100] },
      ],
    };
    const config = parseConfig(JSON.stringify({ plans: [plan] })).config;
    const clauses = config?.plans[0] ? clausesOfPlan(config.plans[0], 0, new Map()) : [];
    expect(clauses.flatMap(({ group, path, sentence }) => (group === 'extras' ? [`${path}: ${sentence}`] : []))).toEqual([
      'plans[0].bonuses[0]: A person earns a bonus of $5.00, once, when they win 2 deals from Oct 1, 2026 to Oct 31, 2026.',
      'plans[0].contests[0]: The best of a quarter by net revenue earn $5,000.00 and $2,500.00. People who tie share the prizes of their places equally.',
      'plans[0].contests[1]: The best from Oct 1, 2026 to Oct 31, 2026 by won deals earn $100.00. People who tie share the prizes of their places equally.',
      'plans[0].contests[2]: The first people to make a sale in a month earn $250.00. People who tie share the prizes of their places equally.',
      'plans[0].contests[3]: The first people to make a sale that matches (activity type Python) from Oct 1, 2026 to Oct 31, 2026 earn $500.00 and $100.00. People who tie share the prizes of their places equally.',
    ]);
  });
});
