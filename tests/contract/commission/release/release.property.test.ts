import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commissionStatuses } from '../../../../contract/entities/commission.ts';
import { commissionStatusFor, dueOf } from '../../../../contract/rules/commission/commission.ts';
import { releaseRules } from '../../../../contract/rules/commission/plan.ts';
import { nextReleaseDay, type Receipt, releasedAt } from '../../../../contract/rules/commission/release.ts';
import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import { numRuns } from '../../support/bookings.ts';
import { rounded } from '../../support/oracle.ts';

const start = '2026-01-01';
const dayAt = fc.integer({ min: 0, max: 60 });
const signed = fc.integer({ min: -2_000_000, max: 2_000_000 });
const someMoney = fc.oneof(signed, fc.constantFrom(0, 1, -1, 100, -100));
const facts = fc.record({
  // The end of the year has its own tests (`releaseParts.test.ts`).
  when: fc.constantFrom(...releaseRules.filter((rule) => rule !== 'year_end')),
  waitDays: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 })),
  earned: someMoney,
  gross: someMoney,
  receipts: fc.array(fc.tuple(dayAt, signed), { maxLength: 5 }),
  today: dayAt,
});

type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;
const releasable = ({ earned, gross, receipts }: Facts) => ({
  earned,
  gross,
  bookingDate: start,
  receipts: receipts.map(([on, amount]): Receipt => ({ on: addDays(start, on), amount })),
});
const releasedOf = (given: Facts, day: number): number => releasedAt(given, releasable(given), addDays(start, day));

/** The rule, day by day: money counts once it has stayed for the whole waiting period. */
const oracle = ({ when, waitDays, earned, gross, receipts }: Facts, today: number): bigint => {
  const sign = gross < 0 ? -1 : 1;
  let least = Number.POSITIVE_INFINITY;
  for (let day = today - waitDays; day <= today; day += 1) {
    let balance = 0;
    for (const [on, amount] of receipts) if (on <= day) balance += amount * sign;
    least = Math.min(least, balance);
  }
  const whole = Math.abs(gross);
  if (when === 'on_booking' || whole === 0) {
    // A zero invoice counts as paid unless money was returned.
    const paid = when !== 'invoice_paid_in_full' || least >= 0;
    return paid && today >= waitDays ? BigInt(earned) : 0n;
  }
  if (least >= whole) return BigInt(earned);
  return when === 'invoice_paid_in_full' ? 0n : rounded(BigInt(earned) * BigInt(Math.max(0, least)), BigInt(whole));
};

describe('decisions 2.03: statuses and money of any record', { timeout: 120_000 }, () => {
  it('the five statuses are total and disjoint for all possible C, D and P', () =>
    fc.assert(
      fc.property(
        fc.record({ c: someMoney, d: fc.nat(1000), p: someMoney, kind: fc.constantFrom('any', 'D', 'C', '0') }),
        ({ c, d: part, p: any, kind }) => {
          const d = Number((BigInt(c) * BigInt(part)) / 1000n);
          const p = { any, D: d, C: c, 0: 0 }[kind];
          // The table of decisions 2.03, mirrored for C < 0; an amount reversed beyond zero is due.
          const [C, D, P] = c < 0 ? [-c, -d, -p] : [c, d, p];
          const rows = {
            over_paid: P > D,
            paid: P === D && D === C && C > 0,
            partially_paid: 0 < P && P <= D && P < C,
            due: P <= 0 && D > P,
            not_due: P === 0 && D === 0,
          };
          expect(commissionStatuses.filter((status) => rows[status])).toEqual([commissionStatusFor(c, d, p)]);
          if (['due', 'not_due', 'paid'].includes(commissionStatusFor(c, d, p)))
            expect(dueOf(c, d, p) !== 0).toBe(commissionStatusFor(c, d, p) === 'due');
        },
      ),
      { numRuns },
    ));

  it('C = P + due + not yet released − over paid, to the cent, on any day of any history', () =>
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: 1000 }), (given, share) => {
        const d = releasedOf(given, given.today);
        const p = Math.trunc((given.earned * share) / 900);
        const [C, D, P, due] =
          given.earned < 0 ? [-given.earned, -d, -p, -dueOf(given.earned, d, p)] : [given.earned, d, p, dueOf(given.earned, d, p)];
        expect(P + due + (C - D) - Math.max(0, P - D)).toBe(C);
        expect(D >= 0 && D <= C).toBe(true);
      }),
      { numRuns },
    ));

  it('the released amount follows the payments day by day, and then the wait', () =>
    fc.assert(
      fc.property(facts, (given) => {
        expect(BigInt(releasedOf(given, given.today))).toBe(oracle(given, given.today));
      }),
      { numRuns },
    ));

  it('the next release is the first day on which the amount changes', () =>
    fc.assert(
      fc.property(facts, (given) => {
        const now = releasedOf(given, given.today);
        let first: Day | null = null;
        for (let day = given.today + 1; day <= 95 && first === null; day += 1)
          if (releasedOf(given, day) !== now) first = addDays(start, day);
        expect(nextReleaseDay(given, releasable(given), addDays(start, given.today))).toBe(first);
      }),
      { numRuns: Math.ceil(numRuns / 10) },
    ));
});
