import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesForAmount, proposePayout } from '../../../contract/rules/payouts/proposal.ts';

const clawback = { enabled: true, windowDays: 30, maxShareOfPayout: 0.5 };
const line = (id: number, amount: number) => ({ kind: 'record' as const, id, amount });
const asOf = '2026-11-21';
const person = { lines: [line(1, 100_00), line(2, -30_00), line(3, 50_00)], overPaid: [], clawback, asOf };

describe('decisions 2.16: the proposal of a payout run for a person', () => {
  it('adds up due amounts and recoveries', () =>
    expect(proposePayout(person)).toEqual({ due: 120_00, kept: 0, over: 0, amount: 120_00, lines: person.lines, carried: false }));

  it('carries a total of zero or less forward, and settles nothing', () =>
    expect(proposePayout({ ...person, lines: [line(1, 20_00), line(2, -30_00)] })).toEqual({
      due: -10_00,
      kept: 0,
      over: 0,
      amount: 0,
      lines: [],
      carried: true,
    }));

  it('recovers at most the plan’s share, from overpaid records within the window, last paid first', () => {
    const overPaid = [
      { kind: 'record', id: 7, over: 40_00, paidOn: '2026-11-01' },
      { kind: 'record', id: 8, over: 50_00, paidOn: '2026-11-10' },
      { kind: 'record', id: 9, over: 90_00, paidOn: '2026-09-01' },
    ] as const;
    const { kept: withheld, amount, lines } = proposePayout({ ...person, overPaid });
    expect([withheld, amount]).toEqual([60_00, 60_00]);
    expect(lines.slice(3)).toEqual([line(8, -50_00), line(7, -10_00)]);
  });

  it('nets and recovers a memo in one line, and reports the overpaid rest', () => {
    const overPaid = [{ kind: 'record', id: 2, over: 80_00, paidOn: '2026-11-10' }] as const;
    const { kept: withheld, over, lines } = proposePayout({ ...person, overPaid });
    expect([withheld, over, lines[1]]).toEqual([60_00, 20_00, line(2, -90_00)]);
    const withoutClawback = proposePayout({ ...person, overPaid, clawback: { ...clawback, enabled: false } });
    expect([withoutClawback.kept, withoutClawback.over, withoutClawback.amount]).toEqual([0, 80_00, 120_00]);
  });

  it('lists an overpaid person without a due amount', () => {
    const overPaid = [{ kind: 'record', id: 7, over: 40_00, paidOn: '2026-11-01' }] as const;
    expect(proposePayout({ ...person, lines: [], overPaid })).toEqual({
      due: 0,
      kept: 0,
      over: 40_00,
      amount: 0,
      lines: [],
      carried: true,
    });
  });

  it('keeps recoveries in the lines of a smaller amount', () =>
    expect(linesForAmount(60_00, person.lines)).toEqual([line(1, 90_00), line(2, -30_00)]));

  it('decisions 2.03: lines add up to the amount, due, overpaid or changed by hand', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.integer({ min: -5000, max: 20_000 }).filter((cents) => cents !== 0),
          { maxLength: 8 },
        ),
        fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 3 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (dues, overCents, share) => {
          const lines = dues.map((amount, index) => line(index + 1, amount));
          const overPaid = overCents.map((over, index) => ({ kind: 'record' as const, id: 100 + index, over, paidOn: '2026-11-15' }));
          const proposed = proposePayout({ ...person, lines, overPaid });
          const sum = (lines: readonly { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);
          expect(sum(proposed.lines)).toBe(proposed.amount);
          expect(proposed.amount).toBeGreaterThanOrEqual(0);
          const lessAmount = Math.floor(proposed.amount * share);
          if (lessAmount > 0) expect(sum(linesForAmount(lessAmount, proposed.lines))).toBe(lessAmount);
        },
      ),
    ));
});
