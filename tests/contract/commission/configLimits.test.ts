import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../contract/rules/commission/config.ts';

const errors = (value: unknown) => parseConfig(JSON.stringify(value)).errors.map(({ path, message }) => [path, message]);
const plan = (fields: object) => ({ plans: [fields] });
const repeat = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const monthAt = (index: number): string => `${2000 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;

describe('decisions 2.07: the maximum length of a list', () => {
  it.each<readonly [string, number, (count: number) => unknown]>([
    ['plans', 50, (count) => ({ plans: repeat(count, (index) => ({ id: `p${index}`, applies_to: { users: [`${index}`] } })) })],
    ['goals', 50, (count) => ({ goals: repeat(count, () => ({ metric: 'deals_closed', period: 'month', target: 0 })) })],
    ['payout.approvers', 6, (count) => ({ payout: { approvers: repeat(count, () => 'finance') } })],
    ['plans[0].applies_to.users', 1000, (count) => plan({ applies_to: { users: repeat(count, (index) => `${index}`) } })],
    [
      'plans[0].quota.overrides',
      1000,
      (count) =>
        plan({ quota: { period: 'month', overrides: repeat(count, (index) => ({ user_id: '1', period: monthAt(index), amount: 1 })) } }),
    ],
    ['plans[0].quota.ramp', 36, (count) => plan({ quota: { ramp: repeat(count, () => 0.5) } })],
    ['plans[0].tiers', 20, (count) => plan({ tiers: repeat(count, (index) => ({ from: index, rate: 0.05 })) })],
    ['plans[0].exclude', 50, (count) => plan({ exclude: repeat(count, () => ({ field: 'customer_type', in: ['A'] })) })],
    ['plans[0].exclude[0].in', 500, (count) => plan({ exclude: [{ field: 'customer_type', in: repeat(count, (index) => `${index}`) }] })],
    ['examples', 50, (count) => ({ examples: repeat(count, () => ({ rows: [60000], expect: [3000] })) })],
    ['examples[0].rows', 200, (count) => ({ examples: [{ rows: repeat(count, () => 0), expect: repeat(200, () => 0) }] })],
    ['examples[0].expect', 200, (count) => ({ examples: [{ rows: repeat(200, () => 0), expect: repeat(count, () => 0) }] })],
  ])('%s: accepts %i and refuses one more', (path, max, make) => {
    expect(errors(make(max))).toEqual([]);
    expect(errors(make(max + 1))).toContainEqual([path, `must not have more than ${max} entries`]);
  });
});

describe('decisions 2.07: the limits of numbers, and their messages', () => {
  it.each<readonly [string, unknown]>([
    ['the highest rate', plan({ base_commission_rate: 1, over_quota_commission_rate: 0 })],
    ['the highest attainment', plan({ tiers: [0, 1000].map((from) => ({ from, rate: 0 })) })],
    ['a wait of a year', plan({ due: { wait_days: 365 } })],
    ['a clawback window of ten years', plan({ clawback: { window_days: 3650 } })],
    ['a plan of one day', plan({ effective_from: '2026-02-01', effective_to: '2026-02-01' })],
    ['caps of zero', plan({ caps: { per_record: 0, per_period: 0 } })],
    ['the first payday', { payout: { day: 1 } }],
    ['the last payday', { payout: { day: 28 } }],
    ['a first tier and one a millionth above it', plan({ tiers: [0, 0.000001].map((from) => ({ from, rate: 0 })) })],
  ])('allows %s', (_what, value) => expect(errors(value)).toEqual([]));

  it.each<readonly [string, unknown, string, string]>([
    ['half a day', plan({ due: { wait_days: 0.5 } }), 'plans[0].due.wait_days', 'must be a whole number'],
    ['a tenth of a cent', plan({ quota: { amount: 0.001 } }), 'plans[0].quota.amount', 'must not have more than 2 decimals'],
    [
      'shares that add up to less than 1',
      plan({ splits: { sales_person: 0.7, sales_lead: 0.2 } }),
      'plans[0].splits',
      'sales_person and sales_lead must add up to 1, not 0.9',
    ],
    ['a first tier above zero', plan({ tiers: [{ from: 1, rate: 0 }] }), 'plans[0].tiers[0].from', 'must be 0 in the first tier'],
    [
      'two tiers from zero',
      plan({ tiers: [0, 0].map((from) => ({ from, rate: 0 })) }),
      'plans[0].tiers[1].from',
      'must be more than 0, where the tier before it starts',
    ],
    ['a payday of zero', { payout: { day: 0 } }, 'payout.day', 'must be from 1 to 28, not 0'],
  ])('%s', (_what, value, path, message) => expect(errors(value)).toEqual([[path, message]]));

  it('refuses two plans that only end, or only begin, for the same person', () => {
    const twoPlans = (a: object, b: object) => ({
      plans: [a, b].map((days, index) => ({ ...days, id: 'ab'[index], applies_to: { users: ['7'] } })),
    });
    expect(errors(twoPlans({ effective_to: '2026-03-31' }, { effective_to: '2026-06-30' }))).toEqual([
      ['plans[1].applies_to.users[0]', '7 already has plan "a" to 2026-03-31'],
    ]);
    expect(errors(twoPlans({ effective_from: '2026-06-30' }, { effective_from: '2026-03-31' }))).toEqual([
      ['plans[1].applies_to.users[0]', '7 already has plan "a" from 2026-06-30'],
    ]);
  });

  it('finds an entry that is too deep behind shallow ones', () => {
    const deep = `${'['.repeat(10)}${']'.repeat(10)}`;
    const answer = [{ path: `goals${'[0]'.repeat(9)}`, message: 'is nested deeper than 10 levels' }];
    expect(parseConfig(`{"timezone":"UTC","payout":{},"goals":${deep}}`).errors).toEqual(answer);
  });

  it('reports invalid JSON in a sentence of our own, with its line', () => {
    expect(parseConfig('{\n  "goals": [,]\n}').errors).toEqual([{ path: '$', message: 'The configuration is not JSON (line 2)' }]);
  });
});
