import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { checkCase, type PlanCase } from '../support/planCase.ts';

const errorsOf = (plan: object) => parseConfig(JSON.stringify({ plans: [plan] })).errors;
const parts = (first: object, second: object) => ({
  quota: {
    parts: [
      { id: 'new', match: { sale_kind: 'new' }, amount: 60_000, ...first },
      { id: 'rest', amount: 40_000, ...second },
    ],
  },
});

describe('decisions 2.08: a plan that contradicts itself is refused at its path', () => {
  it.each<readonly [string, object, string, string]>([
    ['weights above 1', parts({ weight: 0.5 }, { weight: 0.6 }), 'plans[0].quota.parts', 'add up to 1, not 1.1'],
    ['weights below 1', parts({ weight: 0.5 }, { weight: 0.4 }), 'plans[0].quota.parts', 'add up to 1, not 0.9'],
    ['a weight for only one of two parts', parts({ weight: 0.5 }, {}), 'plans[0].quota.parts', 'or no weights at all'],
    [
      'two overlays for one seller',
      {
        overlays: [
          { user_id: '2', sellers: ['1'], rate: 0.02 },
          { user_id: '3', sellers: ['4', '1'], rate: 0.01 },
        ],
      },
      'plans[0].overlays[1].sellers[1]',
      'a seller has one overlay',
    ],
    [
      'a lapse before the wait is over',
      { due: { when: 'on_booking', wait_days: 90, lapse: { after_days: 90 } } },
      'plans[0].due.lapse',
      'nothing would be released before it lapses',
    ],
    [
      'a part of a release that lapses before its wait is over',
      {
        due: [
          { share: 0.5, when: 'year_end' },
          { share: 0.5, when: 'on_booking', wait_days: 31, lapse: { after_days: 30 } },
        ],
      },
      'plans[0].due[1].lapse',
      'nothing would be released before it lapses',
    ],
    [
      'steps that begin at the same attainment',
      {
        tiers: [
          { from: 0, rate: 0.05 },
          { from: 0.5, rate: 0.06 },
          { from: 0.5, rate: 0.07 },
        ],
      },
      'plans[0].tiers[2].from',
      'must be more than 0.5',
    ],
    [
      'steps in the wrong order',
      {
        tiers: [
          { from: 0, rate: 0.05 },
          { from: 1, rate: 0.06 },
          { from: 0.5, rate: 0.07 },
        ],
      },
      'plans[0].tiers[2].from',
      'must be more than 1',
    ],
    [
      'a gate on an unknown part of the quota',
      { gates: [{ when: { metric: 'attainment', quota: 'renewals', level: 1 } }] },
      'plans[0].gates[0].when.quota',
      'quota.parts has none',
    ],
  ])('%s', (_what, plan, path, message) => {
    expect(errorsOf(plan)).toEqual([{ path, message: expect.stringContaining(message) }]);
  });
});

describe('decisions 2.08: unusual facts have a defined result', () => {
  it.each<readonly [string, string, PlanCase]>([
    [
      'a gate on a margin that no sale has stays closed',
      '100,000 × 5% + 50,000 × 5% = 7,500.00',
      { plan: { gates: [{ when: { metric: 'margin', level: 0.01 } }] }, rows: [{ net: 150_000 }], earned: { sam: [7500] } },
    ],
    [
      'people who tie share the prizes of their places',
      '10,000 × 5% = 500.00 each; 300 + 200 + 100 = 600.00, a third each',
      {
        plan: { contests: [{ id: 'best', metric: 'net_revenue', within: 'quarter', prizes: [300, 200, 100] }] },
        rows: [{ net: 10_000 }, { by: 'kim', net: 10_000 }, { by: 'mia', net: 10_000 }],
        earned: { sam: [500], kim: [500], mia: [500] },
        prizes: { sam: 200, kim: 200, mia: 200 },
      },
    ],
    [
      'a cost above the revenue earns nothing, fills no quota and takes nothing from other sales',
      '1,000 × 10% = 100.00 of the profit; the loss 0 × 10% = 0.00',
      {
        plan: { measure: 'gross_profit', tiers: [{ from: 0, rate: 0.1 }] },
        rows: [
          { net: 5000, cost: 4000 },
          { net: 5000, cost: 9000 },
          { net: -5000, memo_of: 2 },
        ],
        earned: { sam: [100, 0, 0] },
      },
    ],
    [
      'a cost above the revenue is a margin below every threshold',
      '1,000 × 1% = 10.00; 1,000 × 5% = 50.00',
      {
        plan: { rates: [{ match: { margin: { below: 0.2 } }, base_commission_rate: 0.01 }] },
        rows: [
          { net: 1000, cost: 1500 },
          { net: 1000, cost: 800 },
        ],
        earned: { sam: [10, 50] },
      },
    ],
    [
      'a loss counts against the margin of a gate',
      '100,000 × 5% = 5,000.00 at 40%; 10,000 × 5% = 500.00, because 40,000 − 30,000 = 10,000.00 are 9% of 110,000',
      {
        plan: { gates: [{ when: { metric: 'margin', level: 0.3 } }] },
        rows: [
          { net: 100_000, cost: 60_000 },
          { net: 10_000, cost: 40_000 },
        ],
        earned: { sam: [5000, 500] },
      },
    ],
  ])('%s', (_what, hand, planCase) => checkCase(planCase, hand));
});
