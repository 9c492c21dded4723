import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commissionStatuses } from '../../../../contract/entities/commission.ts';
import { commissionOf, commissionStatusFor, dueOf, releasedOf } from '../../../../contract/rules/commission/commission.ts';
import { earnedOn } from '../../../../contract/rules/money.ts';
import { addDays, periodAt } from '../../../../contract/rules/time/period.ts';
import { quotaInRange } from '../../support/quotaInRange.ts';

const net = fc.integer({ min: 1, max: 100_000_000_000 });
const plans = fc
  .record({
    quota: fc.integer({ min: 0, max: 10_000_000_000 }),
    base: fc.integer({ min: 0, max: 300_000 }),
    step: fc.integer({ min: 0, max: 300_000 }),
  })
  .map(({ quota, base, step }) => ({ quota, baseRate: base / 1_000_000, overRate: (base + step) / 1_000_000 }));
const amount = fc.integer({ min: 0, max: 1_000_000_000 });
/** Amounts with C ≥ 0, 0 ≤ D ≤ C and P ≥ 0; boundary values occur often. */
const record = fc.tuple(amount, amount, amount, fc.constantFrom('any', 'D', 'C', '0', 'D+1')).map(([c, x, y, kind]) => {
  const d = Math.min(c, x);
  const p = { any: y, D: d, C: c, 0: 0, 'D+1': d + 1 }[kind];
  return { c, d, p };
});

describe('decisions 2.03, for every record', () => {
  it('the effective rate lies between the base and the over-quota rate', () =>
    fc.assert(
      fc.property(net, fc.integer({ min: 0, max: 20_000_000_000 }), plans, (cents, cum, plan) => {
        const parts = commissionOf(cents, cum, plan);
        expect(parts.amount).toBeGreaterThanOrEqual(earnedOn([{ net: cents, rate: plan.baseRate }]));
        expect(parts.amount).toBeLessThanOrEqual(earnedOn([{ net: cents, rate: plan.overRate }]));
      }),
    ));

  it('base and over-quota parts add up to the net revenue and neither is negative', () =>
    fc.assert(
      fc.property(net, fc.integer({ min: 0, max: 20_000_000_000 }), plans, (cents, cum, plan) => {
        const { base, over } = commissionOf(cents, cum, plan);
        expect(base + over).toBe(cents);
        expect(Math.min(base, over)).toBeGreaterThanOrEqual(0);
      }),
    ));

  it('a sale split in two keeps all parts, and its amount to within a rounded cent', () =>
    fc.assert(
      fc.property(net, net, plans, (first, second, plan) => {
        const whole = commissionOf(first + second, 0, plan);
        const a = commissionOf(first, 0, plan);
        const b = commissionOf(second, first, plan);
        expect([a.base + b.base, a.over + b.over]).toEqual([whole.base, whole.over]);
        expect(Math.abs(a.amount + b.amount - whole.amount)).toBeLessThanOrEqual(1);
      }),
    ));

  it('the five statuses are total and disjoint: exactly one row of the table applies', () =>
    fc.assert(
      fc.property(record, ({ c, d, p }) => {
        const rows = {
          over_paid: p > d,
          paid: p === d && d === c && c > 0,
          partially_paid: 0 < p && p <= d && p < c,
          due: p === 0 && d > 0,
          not_due: p === 0 && d === 0,
        };
        expect(commissionStatuses.filter((status) => rows[status])).toEqual([commissionStatusFor(c, d, p)]);
      }),
    ));

  it('signs are mirrored for C < 0', () =>
    fc.assert(
      fc.property(record, ({ c, d, p }) => {
        fc.pre(c > 0);
        expect(commissionStatusFor(-c, -d, -p)).toBe(commissionStatusFor(c, d, p));
        expect(dueOf(-c, -d, -p) + dueOf(c, d, p)).toBe(0);
      }),
    ));

  it('C = P + max(0, D−P) + (C−D) − max(0, P−D), to the cent, with the due part that the app shows', () =>
    fc.assert(
      fc.property(record, ({ c, d, p }) => {
        expect(p + dueOf(c, d, p) + (c - d) - Math.max(0, p - d)).toBe(c);
        expect(dueOf(c, d, p)).toBe(Math.max(0, d - p));
      }),
    ));

  it('something is due exactly when more was released than paid', () =>
    fc.assert(
      fc.property(record, ({ c, d, p }) => {
        if (commissionStatusFor(c, d, p) === 'due') expect(dueOf(c, d, p)).toBe(d);
        if (['paid', 'not_due', 'over_paid'].includes(commissionStatusFor(c, d, p))) expect(dueOf(c, d, p)).toBe(0);
      }),
    ));

  it.each(['invoice_paid_in_full', 'proportional_to_payments', 'on_booking'] as const)(
    '%s never releases more than C or less than nothing',
    (rule) =>
      fc.assert(
        fc.property(amount, amount, amount, (c, received, gross) => {
          const d = releasedOf(rule, c, received, gross);
          expect(d).toBeGreaterThanOrEqual(0);
          expect(d).toBeLessThanOrEqual(c);
        }),
      ),
  );

  it('a negative record without an original takes back exactly the revenue below it', () =>
    fc.assert(
      fc.property(net, fc.integer({ min: 0, max: 20_000_000_000 }), plans, (cents, cum, plan) => {
        const reached = commissionOf(cents, cum, plan);
        const back = commissionOf(-cents, cum + cents, plan);
        expect([reached.base + back.base, reached.over + back.over, reached.amount + back.amount]).toEqual([0, 0, 0]);
      }),
    ));

  it('a share of payments is exact to the cent, whatever the fraction', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000_000 }),
        fc.integer({ min: 1, max: 1_000_000_000_000 }),
        fc.nat(),
        (c, gross, part) => {
          const received = part % gross;
          const d = BigInt(releasedOf('proportional_to_payments', c, received, gross));
          const twice = 2n * (d * BigInt(gross) - BigInt(c) * BigInt(received));
          expect(twice <= BigInt(gross) && twice >= -BigInt(gross)).toBe(true);
        },
      ),
    ));

  it('two parts of a quarter have the quota of the quarter, to within a rounded cent', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 88 }), (start, cut) => {
        const { start_date, end_date } = periodAt('quarter', addDays('2010-01-01', start));
        const middle = addDays(start_date, cut);
        const parts = quotaInRange({ start_date, end_date: middle }) + quotaInRange({ start_date: addDays(middle, 1), end_date });
        expect(Math.abs(parts - 10_000_000)).toBeLessThanOrEqual(1);
      }),
    ));
});
