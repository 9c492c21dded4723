import { describe, expect, it } from 'vitest';
import { recoverable } from '../../../../contract/rules/commission/clawback.ts';

const clawback = { enabled: true, windowDays: 90, maxShareOfPayout: 0.5 };
const records = [{ over: 10_000, paidOn: '2026-08-23' }];

describe('decisions 2.07: the maximum that a payout may recover', () => {
  it.each([
    [100_000, '2026-11-21', 10_000],
    [100_000, '2026-11-22', 0],
    [10_001, '2026-11-21', 5_000],
    [1, '2026-11-21', 0],
    [0, '2026-11-21', 0],
    [-100_000, '2026-11-21', 0],
  ])('for %i cents on %s it is %i', (payout, asOf, expected) => expect(recoverable(clawback, records, payout, asOf)).toBe(expected));

  it('is the full amount of one cent if the plan keeps everything, and zero if it keeps nothing', () => {
    expect(recoverable({ ...clawback, maxShareOfPayout: 1 }, records, 1, '2026-11-21')).toBe(1);
    expect(recoverable({ ...clawback, enabled: false }, records, 100_000, '2026-11-21')).toBe(0);
  });

  it('adds up several overpaid records', () =>
    expect(recoverable(clawback, [...records, { over: 2_500, paidOn: '2026-11-01' }], 100_000, '2026-11-21')).toBe(12_500));
});
