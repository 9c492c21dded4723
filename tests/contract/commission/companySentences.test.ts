import { describe, expect, it } from 'vitest';
import { checkCase, creditedIn, type PlanSentence } from '../support/planCase.ts';

/** Sentences in the style of compensation plans filed with the SEC and of vendors' guides. */
const own: readonly PlanSentence[] = [
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

describe('decisions 2.08: sentences from company plans, to the cent', () => {
  it.each(own)('%s', (_sentence, hand, planCase) => checkCase(planCase, hand));

  it('credits nobody else', () => {
    for (const [sentence, , planCase] of own) expect(creditedIn(planCase), sentence).toEqual(Object.keys(planCase.earned).sort());
  });
});
