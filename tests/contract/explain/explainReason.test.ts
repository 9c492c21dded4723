import { describe, expect, it } from 'vitest';
import { explainRecord, type Facts } from '../../../contract/rules/commission/explain.ts';
import { adjusted, facts, memo, paid, paidInFull, received, refunded } from '../support/facts.ts';

const advance = paid(['2026-02-28', 350_000]);
const overpaid = { ...paidInFull, ...paid(['2026-02-28', 400_000]) };
const zero = (on: string): Pick<Facts, 'adjustments'> => ({ adjustments: [{ on, amount: 0, reason: 'Nothing', state: 'approved' }] });

describe('decisions 2.04: the event after the payout that explains an overpayment', () => {
  it.each<readonly [string, Partial<Facts>, string]>([
    [
      'a payment returned tomorrow does not count as returned yet',
      { ...received(['2026-02-01', 240_000], ['2026-03-05', -240_000]), ...advance, asOf: '2026-03-04' },
      'paid_in_advance',
    ],
    [
      'a payment returned today counts as returned',
      { ...received(['2026-02-01', 240_000], ['2026-03-05', -240_000]), ...advance, asOf: '2026-03-05' },
      'payment_returned',
    ],
    ['a payment of zero is not a returned payment', { ...received(['2026-02-01', 0]), ...advance }, 'paid_in_advance'],
    ['a deduction counts from its day', { ...paidInFull, ...advance, ...adjusted(-50_000), asOf: '2026-03-15' }, 'adjusted_down'],
    ['a positive adjustment does not explain it', { ...overpaid, ...adjusted(10_000) }, 'recomputed'],
    ['nor does a deduction that waits for approval', { ...overpaid, ...adjusted(-50_000, 'pending') }, 'recomputed'],
    ['nor does an adjustment of zero', { ...overpaid, ...zero('2026-03-15') }, 'recomputed'],
    [
      'a cent added back to a memo is an adjustment too',
      { ...memo, ...refunded(['2026-02-01', -600_000]), ...paid(['2026-02-28', -350_000]), ...adjusted(1) },
      'adjusted_down',
    ],
  ])('%s', (_what, given, reason) => expect(explainRecord({ ...facts, ...given }).reason).toBe(reason));
});
