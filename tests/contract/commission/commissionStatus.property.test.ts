import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commissionStatusFor, dueOf } from '../../../contract/rules/commission/commission.ts';

const cents = fc.integer({ min: -500, max: 500 });

/** Spec 4.03, decisions 2.03: a record's status isn't set but derived from its earned, released and paid amounts. */
describe('the status of a commission record', () => {
  it('decisions 2.03: is paid or overpaid once everything released is paid: a payout of the due amount never pays twice', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 0, max: 500 }),
        fc.array(fc.integer({ min: 1, max: 500 })),
        (earned, share, amounts) => {
          const released = Math.min(earned, share);
          let paid = 0;
          for (const amount of amounts) {
            expect(commissionStatusFor(earned, released, paid)).not.toBe('over_paid');
            paid += Math.min(amount, dueOf(earned, released, paid));
          }
          expect(paid).toBeLessThanOrEqual(released);
        },
      ),
      { numRuns: 300 },
    ));

  it('decisions 2.03: has no dead end: from any facts, earning more and paying what is due leads to paid', () =>
    fc.assert(
      fc.property(cents, cents, cents, (earned, released, paid) => {
        expect(commissionStatusFor(earned, released, paid)).toBeTypeOf('string');
        expect(commissionStatusFor(1000, 1000, paid)).toBe(paid > 0 ? 'partially_paid' : 'due');
        expect(commissionStatusFor(1000, 1000, paid + dueOf(1000, 1000, paid))).toBe('paid');
      }),
      { numRuns: 300 },
    ));

  it('decisions 2.03: becomes overpaid if a payment bounces after the payout, and a reversal corrects it', () => {
    expect(commissionStatusFor(100, 100, 100)).toBe('paid');
    expect(commissionStatusFor(100, 0, 100)).toBe('over_paid');
    expect(commissionStatusFor(100, 0, 0)).toBe('not_due');
  });
});
