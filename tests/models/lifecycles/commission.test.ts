import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CommissionEvent, type CommissionFacts, commissionLifecycle } from '../../../contract/lifecycles/commission.ts';
import { canStep, firstState, step } from '../../../contract/lifecycles/step.ts';
import { describeMachine } from '../support/walk.ts';

const worth = (c: number, d: number, p: number): CommissionFacts => ({ c, d, p });

/** Spec 4.03 and decisions 2: only facts move a record; its status follows from them. */
describeMachine(
  {
    machine: commissionLifecycle,
    inputs: [worth(100, 0, 0)],
    cases: {
      'worth.changed': [
        { c: 100, d: 100 },
        { c: 50, d: 50 },
        { c: 0, d: 0 },
      ],
      'release.changed': [{ d: 0 }, { d: 50 }, { d: 100 }],
      'payout.completed': [{ amount: 50 }, { amount: 100 }],
      'payout.reversed': [{ amount: 50 }, { amount: 100 }],
    },
    project: ({ c, d, p }) => [c, d, p],
  },
  `
commission.weighing --always[0 isOverPaid]--> commission.over_paid
commission.weighing --always[1 isPaid]--> commission.paid
commission.weighing --always[2 isPartiallyPaid]--> commission.partially_paid
commission.weighing --always[3 isDue]--> commission.due
commission.weighing --always[4]--> commission.not_due
commission --worth.changed[0]--> commission.weighing / keepWorth
commission --release.changed[0]--> commission.weighing / keepRelease
commission --payout.completed[0 isPayable]--> commission.weighing / addPaid
commission --payout.reversed[0 wasPaid]--> commission.weighing / takePaid
`,
  '',
);

describe('a commission record', () => {
  it('decisions 2: is never paid twice: once all that is released is paid, no payout is legal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 0, max: 500 }),
        fc.array(fc.integer({ min: 1, max: 500 })),
        (c, released, amounts) => {
          const d = Math.min(c, released);
          let p = 0;
          for (const amount of amounts) {
            const facts = worth(c, d, p);
            if (canStep(commissionLifecycle, firstState(commissionLifecycle, facts), { type: 'payout.completed', amount }, facts))
              p += amount;
          }
          expect(p).toBeLessThanOrEqual(d);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('decisions 2: has no dead end: from any facts a change of worth and a payout lead to paid', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: -500, max: 500 }),
        (c, d, p) => {
          const facts = worth(c, d, p);
          const state = firstState(commissionLifecycle, facts);
          const grown: CommissionEvent = { type: 'worth.changed', c: 1000, d: 1000 };
          const next = step(commissionLifecycle, state, grown, facts);
          expect(next).not.toBeNull();
          const after = worth(1000, 1000, p);
          expect(step(commissionLifecycle, next ?? '', { type: 'payout.completed', amount: 1000 - p }, after)).toBe('paid');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('decisions 2: a bounced payment after the payout makes it over paid, and a reversal mends it', () => {
    expect(step(commissionLifecycle, 'paid', { type: 'release.changed', d: 0 }, worth(100, 100, 100))).toBe('over_paid');
    expect(step(commissionLifecycle, 'over_paid', { type: 'payout.reversed', amount: 100 }, worth(100, 0, 100))).toBe('not_due');
  });
});
