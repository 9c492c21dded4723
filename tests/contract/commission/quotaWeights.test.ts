import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../contract/rules/commission/config.ts';
import { booked } from '../support/bookings.ts';
import { amountsBy, computedBy, errorsOf, sentencesOf } from '../support/onePlan.ts';

const match = { customer_type: 'Library' };

describe('decisions 2.08: sales that count more or less toward the quota', () => {
  const fields = { quota_credit: [{ match, times: 1.5 }] };

  it('a sale of 40,000 that counts 1.5 times fills 60,000 of the quota', () => {
    const rows = [booked(1, 8_000_000), booked(2, 4_000_000, { counts: 6_000_000 }), booked(3, 1_000_000)];
    // 80,000 · 5%; a third of the 60,000 is below the quota: 13,333.33 · 5% + 26,666.67 · 7.5%; then 10,000 · 7.5%.
    expect(computedBy(fields, rows)).toMatchObject([
      { amount: 400_000, base: 8_000_000, over: 0, cum: 0 },
      { amount: 266_667, base: 1_333_333, over: 2_666_667, cum: 8_000_000 },
      { amount: 75_000, base: 0, over: 1_000_000, cum: 14_000_000 },
    ]);
  });

  it('a sale that counts zero is paid at the reached rate', () => {
    const rows = [booked(1, 10_000_000), booked(2, 1_000_000, { counts: 0 }), booked(3, 1_000_000)];
    expect(amountsBy({ quota_credit: [{ match, times: 0 }] }, rows)).toEqual([500_000, 75_000, 75_000]);
  });

  it('a memo takes back the amount its sale counted', () => {
    const rows = [booked(1, 4_000_001, { counts: 6_000_002 }), booked(2, -4_000_001, { counts: -6_000_001, creditOf: 1 }), booked(3, 100)];
    const [first, second, third] = computedBy(fields, rows);
    expect([(first?.amount ?? 0) + (second?.amount ?? 0), third?.cum]).toEqual([0, 0]);
  });

  it('counts in an example of the configuration', () => {
    const rows = [80_000, { net: 40_000, customer_type: 'Library' }, 10_000];
    const config = { plans: [fields], examples: [{ rows, expect: [4000, 2666.67, 750] }] };
    expect(parseConfig(JSON.stringify(config)).errors).toEqual([]);
  });

  it('is described in one sentence', () => {
    expect(sentencesOf(fields, 'quota_credit')).toEqual([
      ['plans[0].quota_credit[0]', 'Sales that match (customer type Library) count 1.5 times toward the quota.'],
    ]);
    expect(sentencesOf({ quota_credit: [{ match, times: 0 }] }, 'quota_credit')).toEqual([
      ['plans[0].quota_credit[0]', 'Sales that match (customer type Library) don’t count toward the quota.'],
    ]);
  });

  it('refuses a negative weight', () =>
    expect(errorsOf({ quota_credit: [{ match, times: -1 }] })).toEqual([
      ['plans[0].quota_credit[0].times', 'must be from 0 to 100, not -1'],
    ]));
});

describe('decisions 2.08: facts of a sale, gross profit and units', () => {
  it('are described in words', () => {
    const fields = {
      measure: 'gross_profit',
      rates: [
        { match: { margin: { below: 0.45 } }, base_commission_rate: 0 },
        { match: { sale_kind: 'renewal', term_months: { from: 12, below: 24 } }, base_commission_rate: 0.03 },
        { match: { customer_months: { below: 12 }, discount: { over: 0.2 } }, base_commission_rate: 0.1 },
        { match: { units: { from: 100 } }, amount: 5, per: 'unit' },
      ],
    };
    expect(sentencesOf(fields, 'tiers.').map(([, sentence]) => sentence)).toEqual([
      'Gross profit up to the quota earns 5.0%.',
      'Gross profit over the quota earns 7.5%.',
    ]);
    expect(sentencesOf(fields, 'rates.').map(([, sentence]) => sentence)).toEqual([
      'Sales that match (margin below 45.0%) have rates of their own: All gross profit earns 0.0%.',
      'Sales that match (kind of sale renewal and contract term from 12 months and below 24 months) have rates of their own: All gross profit earns 3.0%.',
      'Sales that match (time since the customer’s first invoice below 12 months and discount over 20.0%) have rates of their own: All gross profit earns 10.0%.',
      'Sales that match (units from 100) earn $5.00 for each unit.',
    ]);
    expect(sentencesOf(fields, 'measure')[0]?.[0]).toBe('plans[0].measure');
  });

  it('gives a sale without gross profit a part that says so', () =>
    expect(computedBy({ measure: 'gross_profit' }, [booked(1, 0)])[0]).toMatchObject({
      amount: 0,
      parts: [{ net: 0, rate: 0, amount: 0, clause: 'measure' }],
    }));

  it.each<readonly [string, object, string, string]>([
    ['an unknown measure', { measure: 'units' }, 'plans[0].measure', 'must be one of net_revenue, gross_profit'],
    [
      'an unknown kind of sale',
      { rates: [{ match: { sale_kind: 'upsell' }, base_commission_rate: 0.1 }] },
      'plans[0].rates[0].match.sale_kind',
      'must be one of new, renewal',
    ],
    ['an amount per year', { rates: [{ match, amount: 5, per: 'year' }] }, 'plans[0].rates[0].per', 'must be one of deal, unit'],
    ['a rate per unit', { rates: [{ match, base_commission_rate: 0.1, per: 'unit' }] }, 'plans[0].rates[0].amount', 'is missing'],
    [
      'margins that overlap',
      {
        rates: [
          { match: { margin: { up_to: 0.4 } }, base_commission_rate: 0.1 },
          { match: { margin: { from: 0.4 } }, base_commission_rate: 0.2 },
        ],
      },
      'plans[0].rates[1].match',
      'overlaps with plans[0].rates[0]: a sale could match both, and only the first would apply',
    ],
  ])('refuses %s', (_what, fields, path, message) => expect(errorsOf(fields)).toEqual([[path, message]]));

  it('are accepted in an example of the configuration', () => {
    const plan = { measure: 'gross_profit', tiers: [{ from: 0, rate: 0.2 }], rates: [{ match, amount: 5, per: 'unit' }] };
    const rows = [
      { net: 1000, cost: 400 },
      { net: -500, credit_of: 1 },
      { net: 900, cost: 0, customer_type: 'Library', units: 12, share: 0.5 },
      100,
    ];
    expect(parseConfig(JSON.stringify({ plans: [plan], examples: [{ rows, expect: [120, -60, 30, 0] }] })).errors).toEqual([]);
  });
});
