import { describe, expect, it } from 'vitest';
import { checkCase, ids, type Name, type PlanCase, recordsOf } from '../support/planCase.ts';

type Sentence = readonly [sentence: string, hand: string, planCase: PlanCase];

/** Sentences of public plans that the manual has only in another form. */
const published: readonly Sentence[] = [
  [
    '15% of the price that the customer paid, without taxes and shipping',
    '2,000 × 15% = 300.00',
    { plan: { tiers: [{ from: 0, rate: 0.15 }] }, rows: [{ net: 2000 }], earned: { sam: [300] } },
  ],
  [
    'A monthly quota of 33,000: 10% until it is hit, 20% thereafter',
    '30,000 × 10% = 3,000.00; 3,000 × 10% + 7,000 × 20% = 1,700.00',
    {
      plan: { quota: { period: 'month', amount: 33_000 }, base_commission_rate: 0.1, over_quota_commission_rate: 0.2 },
      rows: [{ net: 30_000 }, { net: 10_000 }],
      earned: { sam: [3000, 1700] },
    },
  ],
  [
    '100,000 a quarter at 6%; once hit, 8% of everything from the first dollar',
    '90,000 × 6% = 5,400.00; 110,000 × 8% − 90,000 × 6% = 3,400.00',
    {
      plan: {
        tiers: [
          { from: 0, rate: 0.06 },
          { from: 1, rate: 0.08 },
        ],
        tier_mode: 'retroactive',
      },
      rows: [{ net: 90_000 }, { net: 20_000 }],
      earned: { sam: [5400, 3400] },
    },
  ],
  [
    '20,000 a month: nothing to 50%, 10% to 100%, 15% above',
    '10,000 × 0% + 10,000 × 10% + 5,000 × 15% = 1,750.00',
    {
      plan: {
        quota: { period: 'month', amount: 20_000 },
        tiers: [
          { from: 0, rate: 0 },
          { from: 0.5, rate: 0.1 },
          { from: 1, rate: 0.15 },
        ],
      },
      rows: [{ net: 25_000 }],
      earned: { sam: [1750] },
    },
  ],
  [
    'An annual plan of 1,000,000: 5% to 50%, 10% to 100%, a bonus of 10,000 at 100%, 15% above',
    '500,000 × 5% + 500,000 × 10% + 200,000 × 15% = 105,000.00; kim 500,000 × 5% + 499,999 × 10% = 74,999.90',
    {
      plan: {
        quota: { period: 'year', amount: 1_000_000 },
        tiers: [
          { from: 0, rate: 0.05 },
          { from: 0.5, rate: 0.1 },
          { from: 1, rate: 0.15 },
        ],
        bonuses: [{ id: 'plan', metric: 'attainment', level: 1, within: 'year', amount: 10_000 }],
      },
      rows: [{ net: 1_200_000 }, { by: 'kim', net: 999_999 }],
      earned: { sam: [105_000], kim: [74_999.9] },
      bonuses: { sam: [10_000], kim: [0] },
    },
  ],
  [
    'Two reps share a deal half and half, credit and pay',
    '60,000 × 50% = 30,000.00; 30,000 × 5% = 1,500.00 each; sam then has 70,000 left: 70,000 × 5% + 10,000 × 7.5% = 4,250.00',
    {
      plan: {},
      rows: [{ net: 60_000, split: { sam: 0.5, kim: 0.5 } }, { net: 80_000 }],
      earned: { sam: [1500, 4250], kim: [1500] },
    },
  ],
  [
    '2,000 at 100% of the quarter and 3,000 more at 125%',
    'sam 100,000 × 5% + 25,000 × 7.5% = 6,875.00; kim 100,000 × 5% + 24,999 × 7.5% = 6,874.93',
    {
      plan: {
        bonuses: [
          { id: 'quota', metric: 'attainment', level: 1, within: 'quarter', amount: 2000 },
          { id: 'more', metric: 'attainment', level: 1.25, within: 'quarter', amount: 3000 },
        ],
      },
      rows: [{ net: 125_000 }, { by: 'kim', net: 124_999 }],
      earned: { sam: [6875], kim: [6874.93] },
      bonuses: { sam: [2000, 3000], kim: [2000, 0] },
    },
  ],
  [
    'New hires are guaranteed 3,000 a month that they keep, for their first three months',
    '1,000 + 2,000 = 3,000.00; 0 + 3,000 = 3,000.00; 3,500 + 0 = 3,500.00; 500 + 0 = 500.00',
    {
      plan: { draw: { amount: 3000, recoverable: false, months: 3 } },
      rows: [],
      earned: {},
      draw: { due: [1000, 0, 3500, 500], pays: [3000, 3000, 3500, 500], balance: [0, 0, 0, 0] },
    },
  ],
  [
    'Commission is capped at 7,500 a quarter, and a single deal pays at most 6,000',
    '100,000 × 5% = 5,000.00; 100,000 × 7.5% = 7,500.00, capped at 6,000, of which 7,500 − 5,000 = 2,500.00 are left',
    { plan: { caps: { per_record: 6000, per_period: 7500 } }, rows: [{ net: 100_000 }, { net: 100_000 }], earned: { sam: [5000, 2500] } },
  ],
  [
    'A cancelled service is taken from later commission within three months, at most half of each',
    '1,000 × 50% = 500.00 of 700 owed, then 500 × 50% = 250.00; after 92 days 0 × 50% = 0.00',
    {
      plan: { clawback: { enabled: true, window_days: 91, max_share_of_payout: 0.5 } },
      rows: [],
      earned: {},
      kept: [
        { over: 700, paid_on: '2026-01-31', payout: 1000, on: '2026-02-28', keeps: 500 },
        { over: 700, paid_on: '2026-01-31', payout: 500, on: '2026-05-02', keeps: 250 },
        { over: 700, paid_on: '2026-01-31', payout: 1000, on: '2026-05-03', keeps: 0 },
      ],
    },
  ],
  [
    'Months 1 and 2 half a quota of 40,000, months 3 and 4 three quarters, then all',
    '20,000 × 5% + 5,000 × 7.5% = 1,375.00; 30,000 × 5% + 5,000 × 7.5% = 1,875.00; 40,000 × 5% = 2,000.00',
    {
      plan: { quota: { period: 'month', amount: 40_000, ramp: [0.5, 0.5, 0.75, 0.75] } },
      people: { sam: { created: '2026-01-15' } },
      rows: [
        { net: 25_000, day: '2026-02-10' },
        { net: 35_000, day: '2026-04-10' },
        { net: 40_000, day: '2026-05-10' },
      ],
      earned: { sam: [1375, 1875, 2000] },
    },
  ],
  [
    'New rates from August 15 for what is booked from then on; the quota goes on counting',
    '80,000 × 5% = 4,000.00; 20,000 × 6% + 20,000 × 9% = 3,000.00',
    {
      plan: { id: 'before', effective_to: '2026-08-14' },
      more: [{ id: 'after', effective_from: '2026-08-15', base_commission_rate: 0.06, over_quota_commission_rate: 0.09 }],
      rows: [
        { net: 80_000, day: '2026-08-01' },
        { net: 40_000, day: '2026-08-20' },
      ],
      earned: { sam: [4000, 3000] },
    },
  ],
  [
    'West pays 7%, East 5%; who moves keeps the old rate for what was sold before',
    '10,000 × 7% = 700.00 before the move; 10,000 × 5% = 500.00 after it',
    {
      plan: { tiers: [{ from: 0, rate: 0.05 }], rates: [{ match: { territory: 'West' }, base_commission_rate: 0.07 }] },
      people: {
        sam: {
          stretches: [
            { from: '2020-01-01', to: '2026-02-28', territory: 'West' },
            { from: '2026-03-01', to: '9999-12-31', territory: 'Northeast' },
          ],
        },
      },
      rows: [
        { net: 10_000, day: '2026-02-28' },
        { net: 10_000, day: '2026-03-01' },
      ],
      earned: { sam: [700, 500] },
    },
  ],
];

/** Sentences in the manner of compensation plans filed with the SEC and of vendors' guides. */
const own: readonly Sentence[] = [
  [
    'Whoever signs three new customers in a quarter earns 1.2 times on everything in it',
    '10,000 × 5% = 500.00 twice; 20,000 × 5% = 1,000.00; with the third 10,000 × 5% + 50,000 × 5% × 20% = 1,000.00',
    {
      plan: { kickers: [{ when: { metric: 'deals', match: { sale_kind: 'new' }, level: 3 }, times: 1.2 }] },
      rows: [
        { net: 10_000, sale_kind: 'new' },
        { net: 10_000, sale_kind: 'new' },
        { net: 20_000, sale_kind: 'renewal' },
        { net: 10_000, sale_kind: 'new' },
      ],
      earned: { sam: [500, 500, 1000, 1000] },
    },
  ],
  [
    'A contract of two years or more retires twice its value of quota',
    '60,000 × 5% = 3,000.00; 40,000 × 2 = 80,000.00, half of it below the quota: 20,000 × 5% + 20,000 × 7.5% = 2,500.00',
    {
      plan: { quota_credit: [{ match: { term_months: { from: 24 } }, times: 2 }] },
      rows: [
        { net: 60_000, term_months: 12 },
        { net: 40_000, term_months: 24 },
      ],
      earned: { sam: [3000, 2500] },
    },
  ],
  [
    'What a customer cancels within 120 days is charged back pro rata from the next payouts',
    '12,000 × 5% = 600.00; of a quarter used 3,000 × 5% − 600 = −450.00; 120 days later 450 × 1 = 450.00 is kept, then 0 × 1 = 0.00',
    {
      plan: { clawback: { enabled: true, window_days: 120, max_share_of_payout: 1 } },
      rows: [{ net: 12_000 }, { net: -9000, memo_of: 1 }],
      earned: { sam: [600, -450] },
      kept: [
        { over: 450, paid_on: '2026-02-28', payout: 1000, on: '2026-06-28', keeps: 450 },
        { over: 450, paid_on: '2026-02-28', payout: 1000, on: '2026-06-29', keeps: 0 },
      ],
    },
  ],
  [
    'Managers earn 2% of what their team sells above 80% of its quota of 200,000, and nothing below',
    'sam 100,000 × 5% + 50,000 × 7.5% = 8,750.00; kim 50,000 × 5% = 2,500.00; mia 150,000 × 0% = 0.00; 10,000 × 0% + 40,000 × 2% = 800.00',
    {
      plan: {
        team_override: {
          role: 'sales_manager',
          quota: 200_000,
          tiers: [
            { from: 0, rate: 0 },
            { from: 0.8, rate: 0.02 },
          ],
        },
      },
      rows: [{ net: 150_000 }, { by: 'kim', net: 50_000 }],
      earned: { sam: [8750], kim: [2500], mia: [0, 800] },
    },
  ],
  [
    'A draw of 3,000 for three months, recovered from at most half of each month',
    '0 + 3,000 = 3,000.00; 4,000 − 2,000 + 1,000 = 3,000.00; 2,000 − 1,000 + 2,000 = 3,000.00; 6,000 − 3,000 = 3,000.00',
    {
      plan: { draw: { amount: 3000, recoverable: true, months: 3, max_share: 0.5 } },
      rows: [],
      earned: {},
      draw: { due: [0, 4000, 2000, 6000], pays: [3000, 3000, 3000, 3000], balance: [3000, 2000, 3000, 0] },
    },
  ],
  [
    'Above 110% of quota the accelerator of 7% reaches back to the first dollar',
    '100,000 × 5% = 5,000.00; 9,999 × 5% = 499.95; 110,000 × 7% − 109,999 × 5% = 2,200.05',
    {
      plan: {
        tiers: [
          { from: 0, rate: 0.05 },
          { from: 1.1, rate: 0.07, mode: 'retroactive' },
        ],
      },
      rows: [{ net: 100_000 }, { net: 9999 }, { net: 1 }],
      earned: { sam: [5000, 499.95, 2200.05] },
    },
  ],
  [
    'Incentive pay is capped at 300% of the target of 5,000 a quarter',
    '5,000 × 300% = 15,000.00; 100,000 × 5% + 150,000 × 10% = 20,000.00, of which 15,000 are paid, and then 0 × 10% = 0.00',
    {
      plan: { over_quota_commission_rate: 0.1, caps: { per_period: 15_000 } },
      rows: [{ net: 250_000 }, { net: 1000 }],
      earned: { sam: [15_000, 0] },
    },
  ],
  [
    'Reps earn 10%, and their sales engineer 2% on top, which fills no quota of hers',
    'sam 100,000 × 10% = 10,000.00; kim 100,000 × 2% = 2,000.00, and of her own 100,000 × 10% = 10,000.00',
    {
      plan: {
        base_commission_rate: 0.1,
        over_quota_commission_rate: 0.15,
        overlays: [{ user_id: '2', sellers: ['1'], rate: 0.02 }],
      },
      rows: [{ net: 100_000 }, { by: 'kim', net: 100_000 }],
      earned: { sam: [10_000], kim: [2000, 10_000] },
    },
  ],
  [
    '80% when the customer has paid, and the 20% held back 90 days later',
    '10,000 × 5% = 500.00 each; 500 × 80% = 400.00 on day 89, 400 + 100 = 500.00 on day 90',
    {
      plan: {
        due: [
          { share: 0.8, when: 'invoice_paid_in_full' },
          { share: 0.2, when: 'invoice_paid_in_full', wait_days: 90 },
        ],
      },
      on: '2026-05-20',
      rows: [
        { net: 10_000, received: [['2026-02-20', 10_000]] },
        { net: 10_000, received: [['2026-02-19', 10_000]] },
      ],
      earned: { sam: [500, 500] },
      due: { sam: [400, 500] },
    },
  ],
  [
    '6% up to a discount of 15%, 4% up to 30%, and nothing on deeper ones',
    '8,500 × 6% = 510.00; 7,000 × 4% = 280.00; 6,999 × 0% = 0.00',
    {
      plan: {
        tiers: [{ from: 0, rate: 0.06 }],
        rates: [
          { match: { discount: { over: 0.15, up_to: 0.3 } }, base_commission_rate: 0.04 },
          { match: { discount: { over: 0.3 } }, base_commission_rate: 0 },
        ],
      },
      rows: [
        { net: 8500, list_price: 10_000 },
        { net: 7000, list_price: 10_000 },
        { net: 6999, list_price: 10_000 },
      ],
      earned: { sam: [510, 280, 0] },
    },
  ],
  [
    '70% of the attainment is software (200,000) and 30% services (50,000): 4%, and 6% above it',
    '200,000 × 4% = 8,000.00; 50,000 × 4% = 2,000.00; 10,000 × 6% = 600.00',
    {
      plan: {
        quota: {
          parts: [
            { id: 'software', match: { activity_type: 'Software' }, amount: 200_000, weight: 0.7 },
            { id: 'services', match: { activity_type: 'Services' }, amount: 50_000, weight: 0.3 },
          ],
        },
        base_commission_rate: 0.04,
        over_quota_commission_rate: 0.06,
      },
      rows: [
        { net: 200_000, activity_type: 'Software' },
        { net: 50_000, activity_type: 'Services' },
        { net: 10_000, activity_type: 'Software' },
      ],
      earned: { sam: [8000, 2000, 600] },
    },
  ],
  [
    '3% of the annual gross profit above 200,000',
    '500,000 − 200,000 = 300,000.00; 200,000 × 0% + 100,000 × 3% = 3,000.00; half a memo back: 50,000 × 3% − 3,000 = −1,500.00',
    {
      plan: {
        measure: 'gross_profit',
        quota: { period: 'year', amount: 200_000 },
        base_commission_rate: 0,
        over_quota_commission_rate: 0.03,
      },
      rows: [
        { net: 500_000, cost: 200_000, day: '2026-02-10' },
        { net: -83_333.33, memo_of: 1, day: '2026-11-10' },
      ],
      earned: { sam: [3000, -1500] },
    },
  ],
];

describe('decisions 2.08: what companies write in their plans, to the cent', () => {
  it.each([...published, ...own])('%s', (_sentence, hand, planCase) => checkCase(planCase, hand));

  it('nobody else is credited', () => {
    for (const [sentence, , planCase] of [...published, ...own]) {
      const paid = (Object.keys(ids) as Name[]).filter((name) => recordsOf(name, planCase).length > 0);
      expect(paid.sort(), sentence).toEqual(Object.keys(planCase.earned).sort());
    }
  });
});
