import { describe, expect, it } from 'vitest';
import { checkCase, creditedIn, type PlanSentence } from '../support/planCase.ts';

/** Sentences of public plans that the manual has only in a different form. */
const published: readonly PlanSentence[] = [
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

describe('decisions 2.08: sentences from public plans, to the cent', () => {
  it.each(published)('%s', (_sentence, hand, planCase) => checkCase(planCase, hand));

  it('credits nobody else', () => {
    for (const [sentence, , planCase] of published) expect(creditedIn(planCase), sentence).toEqual(Object.keys(planCase.earned).sort());
  });
});
