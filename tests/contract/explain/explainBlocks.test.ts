import { describe, expect, it } from 'vitest';
import { explainRecord, type Facts } from '../../../contract/rules/commission/explain.ts';
import { adjusted, facts, memo, paid, paidInFull, received, refunded, secondRecord, withRelease } from '../support/facts.ts';

type Payout = Facts['payouts'][number];
const payouts = (...rows: readonly (readonly [amount: number, state: Payout['state'], on?: string])[]): Pick<Facts, 'payouts'> => ({
  payouts: rows.map(([amount, state, on = '2026-05-20']) => ({ on, amount, state })),
});
const settled = { ...memo, ...refunded(['2026-02-01', -600_000]) };
const withClawback = withRelease('invoice_paid_in_full', 0, { clawback: { enabled: true, windowDays: 30, maxShareOfPayout: 0.5 } });

const blocks: readonly (readonly [what: string, given: Partial<Facts>, blocks: readonly (readonly [string, RegExp])[]])[] = [
  [
    'a payout of a part of what is due: the rest waits for another',
    { ...paidInFull, ...payouts([200_000, 'pending']) },
    [
      ['A payout of $2,000.00 of May 20, 2026 is pending.', /approves it/],
      ['Another $1,500.00 waits for a payout.', /Finance makes the payout/],
    ],
  ],
  [
    'a payout that is larger than what is due',
    {
      ...paidInFull,
      ...paid(['2026-02-28', 250_000]),
      payouts: [...paid(['2026-02-28', 250_000]).payouts, ...payouts([231_700, 'pending']).payouts],
    },
    [['A payout of $2,317.00 of May 20, 2026 is pending, but only $1,000.00 of it is due.', /corrects it before/]],
  ],
  [
    'a payout while nothing is due',
    payouts([231_700, 'pending']),
    [
      ['Invoice 1042-A still lacks $6,000.00.', /customer pays/],
      ['A payout of $2,317.00 of May 20, 2026 is pending, but nothing of it is due.', /corrects it before/],
    ],
  ],
  [
    'two payouts that together are more than what is due',
    { ...paidInFull, ...payouts([200_000, 'processing'], [200_000, 'pending', '2026-05-21']) },
    [
      ['A payout of $2,000.00 of May 20, 2026 is processing.', /records its outcome/],
      ['A payout of $2,000.00 of May 21, 2026 is pending, but only $1,500.00 of it is due.', /corrects it/],
    ],
  ],
  [
    'a payout that is planned for a later day than it was made is named by that, as in the history',
    { ...paidInFull, payouts: [{ on: '2026-05-21', payDay: '2026-05-31', amount: 350_000, state: 'pending' }] },
    [['A payout of $3,500.00 of May 31, 2026 is pending.', /approves it/]],
  ],
  [
    'a payout that failed, and one that has taken its place',
    { ...paidInFull, ...payouts([350_000, 'failed'], [350_000, 'pending', '2026-05-25']) },
    [['A payout of $3,500.00 of May 25, 2026 is pending.', /approves it/]],
  ],
  [
    'a payout that failed long ago and was made again since',
    {
      ...paidInFull,
      payouts: [...payouts([50_000, 'failed', '2026-02-15']).payouts, ...paid(['2026-02-28', 300_000]).payouts],
    },
    [['$500.00 waits for a payout.', /Finance makes the payout/]],
  ],
  [
    'a failed payout of more than is due by now',
    { ...paidInFull, payouts: [...paid(['2026-03-28', 300_000]).payouts, ...payouts([350_000, 'failed', '2026-02-28']).payouts] },
    [['$500.00 waits for a payout.', /Finance makes the payout/]],
  ],
  [
    'what is kept back from a payout that waits',
    { ...paidInFull, ...adjusted(-50_000), payouts: [...paid(['2026-02-28', 350_000]).payouts, ...payouts([-50_000, 'pending']).payouts] },
    [
      ['$500.00 more was paid than is released.', /settles it/],
      ['A take-back of $500.00 of May 20, 2026 is pending.', /approves it/],
    ],
  ],
  [
    'too much was paid and the time in which the plan takes it back is over',
    { ...paidInFull, ...paid(['2026-02-28', 350_000]), ...adjusted(-50_000), ...withClawback },
    [['$500.00 more was paid than is released.', /settles it with the person: the plan took back until Mar 30, 2026\.$/]],
  ],
  ['a memo to take back', settled, [['$3,500.00 waits to be taken back.', /the plan keeps nothing back/]]],
  [
    'a memo that a clawback takes back',
    { ...settled, ...withClawback },
    [['$3,500.00 waits to be taken back.', /Finance keeps the rest back from later payouts, at most 50\.0% of each/]],
  ],
  [
    'of a memo too much was taken back: the person is owed',
    { ...settled, ...paid(['2026-02-28', -400_000]) },
    [['$500.00 too much was taken back.', /Finance pays it out to the person/]],
  ],
  [
    'more was taken back than ever was paid',
    { computed: { ...secondRecord!, amount: 0 }, ...paidInFull, ...paid(['2026-02-28', -4_375]) },
    [['$43.75 waits for a payout.', /Finance makes the payout/]],
  ],
  ['a cap left nothing', { computed: { ...secondRecord!, amount: 0, capped: true } }, [['A cap of the plan is reached.', /^Nobody/]]],
  [
    'the plan excludes it',
    { booking: { ...facts.booking, excluded: true }, computed: { ...secondRecord!, amount: 0 } },
    [['The plan excludes this customer.', /^Nobody/]],
  ],
  ['nothing was earned', { computed: { ...secondRecord!, amount: 0 } }, [['The record earned nothing.', /^Nobody/]]],
  ['adjustments took all of it', adjusted(-350_000), [['Approved adjustments balance the commission.', /^Nobody/]]],
  [
    'they took all of it after it was paid',
    { ...paidInFull, ...paid(['2026-02-28', 350_000]), ...adjusted(-350_000) },
    [['$3,500.00 more was paid than is released.', /settles it/]],
  ],
  [
    'money that went back on an invoice of nothing',
    { invoice: { gross: 0, receipts: [{ on: '2026-03-05', amount: -10_000 }], expected: [] } },
    [['Invoice 1042-A still lacks $100.00.', /^The customer pays/]],
  ],
  [
    'a payout that failed of a part: the rest waits for another',
    { ...paidInFull, ...payouts([200_000, 'failed']) },
    [
      ['The payout of $2,000.00 of May 20, 2026 failed.', /tries it again/],
      ['Another $1,500.00 waits for a payout.', /makes the payout/],
    ],
  ],
  [
    'a payout that failed before an earlier one was taken back',
    {
      ...paidInFull,
      payouts: [
        { on: '2026-02-28', amount: 100_000, state: 'completed' },
        { on: '2026-05-20', amount: 250_000, state: 'failed' },
        { on: '2026-05-25', amount: -50_000, state: 'completed', reversal: true },
      ],
    },
    [
      ['The payout of $2,500.00 of May 20, 2026 failed.', /tries it again/],
      ['Another $500.00 waits for a payout.', /makes the payout/],
    ],
  ],
  [
    'what came on the day itself',
    {
      invoice: { ...paidInFull.invoice, expected: [{ on: '2026-06-01', amount: 1_000 }] },
      ...payouts([100_000, 'pending', '2026-06-01'], [250_000, 'failed', '2026-06-01']),
      adjustments: [{ on: '2026-06-01', amount: 60_000, reason: 'Wrong customer', state: 'pending' }],
    },
    [
      ['A payment of $10.00 of Jun 1, 2026 is not completed.', /^Finance completes it/],
      ['A payout of $1,000.00 of Jun 1, 2026 is pending.', /approves it/],
      ['The payout of $2,500.00 of Jun 1, 2026 failed.', /tries it again/],
      ['An adjustment of $600.00 (Wrong customer) waits for approval.', /not its author/],
    ],
  ],
  [
    'and not what comes on the day after',
    {
      invoice: { ...paidInFull.invoice, expected: [{ on: '2026-06-02', amount: 1_000 }] },
      ...payouts([100_000, 'pending', '2026-06-02'], [250_000, 'failed', '2026-06-02']),
      adjustments: [{ on: '2026-06-02', amount: 60_000, reason: 'Wrong customer', state: 'pending' }],
    },
    [['$3,500.00 waits for a payout.', /makes the payout/]],
  ],
  [
    'a payout of nothing is no take-back',
    {
      ...paidInFull,
      ...paid(['2026-02-28', 350_000]),
      payouts: [...paid(['2026-02-28', 350_000]).payouts, ...payouts([0, 'pending']).payouts],
    },
    [['A payout of $0.00 of May 20, 2026 is pending.', /approves it/]],
  ],
  [
    'more was given back than ever was taken: no payout began the time in which the plan takes it back',
    {
      ...adjusted(-350_000),
      ...withClawback,
      payouts: [{ on: '2026-05-10', amount: 10_000, state: 'completed', reversal: true }],
    },
    [['$100.00 more was paid than is released.', /^Finance keeps it back from later payouts, at most 50\.0% of each\.$/]],
  ],
];

describe('decisions 2.04: the blockers of a record, and the people who can resolve them', () => {
  it.each(blocks)('%s', (_what, given, expected) => {
    const result = explainRecord({ ...facts, ...given }).blocks;
    expect(result.map(({ sentence }) => sentence)).toEqual(expected.map(([sentence]) => sentence));
    for (const [index, [, who]] of expected.entries()) expect(result[index]?.who).toMatch(who);
  });

  it('lists a partial payment once', () => {
    const half = { ...received(['2026-02-01', 300_000]), ...withRelease('proportional_to_payments') };
    const result = explainRecord({ ...facts, ...half, ...payouts([231_700, 'pending']) }).blocks.map(({ sentence }) => sentence);
    expect(result).toEqual([
      'Invoice 1042-A still lacks $3,000.00.',
      'A payout of $2,317.00 of May 20, 2026 is pending, but only $1,750.00 of it is due.',
    ]);
  });
});
