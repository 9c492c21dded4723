import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commissionOf } from '../../../../contract/rules/commission/commission.ts';
import { type Booking, type Computed, computePeriod } from '../../../../contract/rules/commission/engine.ts';
import { defaultPlan, type Plan } from '../../../../contract/rules/commission/plan.ts';
import { splitNet } from '../../../../contract/rules/commission/split.ts';
import { addDays, type Day, periodAt } from '../../../../contract/rules/time/period.ts';
import { booked, histories, numRuns, plans, quotas, sales, twoRatePlans } from '../../support/bookings.ts';
import { inBookingOrder, marginalAmount, retroactiveTotal, rounded } from '../../support/oracle.ts';

const check = <T extends unknown[]>(arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> }, holds: (...values: T) => void): void =>
  fc.assert(
    fc.property(fc.tuple(...arbitraries), (values) => holds(...(values as T))),
    { numRuns },
  );
const anyPlan = fc.oneof(plans('marginal'), plans('retroactive'));
const byId = (rows: readonly Computed[]): Map<number, Computed> => new Map(rows.map((row) => [row.id, row]));
/** Compares facts as JSON text; a million `toEqual` calls would take up most of the run. */
const expectSame = (found: unknown, expected: unknown): void => {
  if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found).toEqual(expected);
};
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const totals = (rows: readonly Computed[]) => [
  sum(rows.map(({ amount }) => amount)),
  sum(rows.map(({ base }) => base)),
  sum(rows.map(({ over }) => over)),
];
const caps = fc.record({
  perRecord: fc.option(fc.integer({ min: 0, max: 500_000 }), { nil: null, freq: 3 }),
  perPeriod: fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null, freq: 3 }),
});

describe('decisions 2.02: the engine against exact fractions', { timeout: 120_000 }, () => {
  it('marginal: each record is the rounded difference of an integral over the tiers', () =>
    check([plans('marginal'), quotas, sales()], (plan, quota, bookings) => {
      const rows = byId(computePeriod(plan, quota, bookings));
      let cum = 0;
      for (const { id, net } of inBookingOrder(bookings)) {
        const row = rows.get(id)!;
        expectSame([row.cum, row.quota, row.amount], [cum, quota, marginalAmount(plan, quota, cum, net)]);
        cum += net;
      }
    }));

  it('retroactive: each record is the increase of the total', () =>
    check([plans('retroactive'), quotas, sales()], (plan, quota, bookings) => {
      const rows = byId(computePeriod(plan, quota, bookings));
      let cum = 0;
      for (const { id, net } of inBookingOrder(bookings)) {
        const difference = retroactiveTotal(plan, quota, cum + net) - retroactiveTotal(plan, quota, cum);
        expectSame(rows.get(id)?.amount, difference);
        cum += net;
      }
    }));

  it('gives exactly what commissionOf gives for the default plan', () =>
    check([twoRatePlans, quotas, sales(5)], (plan, quota, bookings) => {
      const rates = { quota, baseRate: plan.tiers[0]!.rate, overRate: plan.tiers[1]!.rate };
      const signed = bookings.map((booking) => (booking.id % 5 === 0 ? { ...booking, net: -booking.net } : booking));
      for (const { cum, base, over, amount, id } of computePeriod(plan, quota, signed)) {
        const net = signed.find((booking) => booking.id === id)!.net;
        expectSame({ base, over, amount }, commissionOf(net, cum, rates));
      }
    }));
});

describe('decisions 2.02: invariants of every period', { timeout: 120_000 }, () => {
  it('base rate ≤ effective rate ≤ over-quota rate for positive rows, to the rounded cent', () =>
    check([twoRatePlans, quotas, histories], (plan, quota, bookings) => {
      const [base, over] = plan.tiers.map(({ rate }) => BigInt(Math.round(rate * 1_000_000)));
      const rows = byId(computePeriod(plan, quota, bookings));
      for (const { id, net, excluded, credit, rateOverride } of bookings) {
        if (net <= 0 || excluded || credit === 'override' || rateOverride !== null) continue;
        const amount = BigInt(rows.get(id)!.amount);
        expectSame(amount >= rounded(BigInt(net) * base!, 1_000_000n) && amount <= rounded(BigInt(net) * over!, 1_000_000n), true);
      }
    }));

  it('does not depend on the order of arrival', () =>
    check([anyPlan, quotas, histories, fc.array(fc.nat(), { minLength: 14, maxLength: 14 })], (plan, quota, bookings, ranks) => {
      const arrived = bookings.map((booking, index) => ({ booking, rank: ranks[index] ?? 0 })).sort((a, b) => a.rank - b.rank);
      const computed = computePeriod(
        plan,
        quota,
        arrived.map(({ booking }) => booking),
      );
      expectSame(computed, computePeriod(plan, quota, bookings));
      expectSame(computed.length, bookings.length);
    }));

  it('parts add up to the net, and so do base and over; nothing is minus zero', () =>
    check([anyPlan, quotas, histories], (plan, quota, bookings) => {
      for (const { id, parts, base, over, amount } of computePeriod(plan, quota, bookings)) {
        const { net } = bookings.find((booking) => booking.id === id)!;
        expectSame([sum(parts.map((part) => part.net)), base + over], [net, net]);
        expectSame(
          [amount, base, over, ...parts.map((part) => part.net)].some((value) => Object.is(value, -0)),
          false,
        );
      }
    }));

  it('never exceeds caps: neither a record its own, nor any run of records the period’s', () =>
    check(
      [anyPlan, quotas, histories, fc.option(fc.integer({ min: 0, max: 500_000 })), fc.option(fc.integer({ min: 0, max: 1_000_000 }))],
      (plan, quota, bookings, perRecord, perPeriod) => {
        let earned = 0;
        for (const { id, amount } of computePeriod({ ...plan, caps: { perRecord, perPeriod } }, quota, bookings)) {
          const given = bookings.find((booking) => booking.id === id)!;
          earned += amount;
          // A memo is exempt, because it also changes what later sales earn.
          expectSame(perRecord !== null && given.creditOf === null && Math.abs(amount) > perRecord, false);
          expectSame(perPeriod !== null && earned > perPeriod, false);
        }
      },
    ));

  it('a full memo leaves the period as if the invoice had never existed', () =>
    check([anyPlan, quotas, sales(4), fc.nat(3)], (plan, quota, bookings, position) => {
      const credited = bookings[position % bookings.length]!;
      const memo = booked(500, -credited.net, { creditOf: credited.id, bookingDate: '2026-03-30' });
      const laterMemos = booked(501, 5_000_000, { bookingDate: '2026-03-31' });
      const rows = computePeriod(plan, quota, [memo, laterMemos, ...bookings]);
      const without = computePeriod(plan, quota, [laterMemos, ...bookings.filter(({ id }) => id !== credited.id)]);
      expectSame(totals(rows), totals(without));
      expectSame(byId(rows).get(501)?.amount, byId(without).get(501)?.amount);
      // In a later period, or under the rules of older closings, the memo reverses the invoice's own record.
      const { parts, amount, base, over } = byId(rows).get(credited.id)!;
      const original = { parts, amount, base, over, net: credited.net };
      const old = byId(computePeriod(plan, quota, [{ ...memo, creditOf: 999, original }]));
      expectSame([old.get(500)?.amount, old.get(500)?.base], [0 - amount, 0 - base]);
      expectSame(byId(computePeriod(plan, quota, [memo, ...bookings], 'record')).get(500)?.amount, 0 - amount);
    }));

  it('partial memos that add up to an invoice take back all of it, to the cent, in any periods', () =>
    check(
      [anyPlan, quotas, sales(3), fc.nat(2), fc.array(fc.nat(1_000), { minLength: 1, maxLength: 4 }), fc.nat(4)],
      (plan, quota, bookings, position, cuts, periods) => {
        const { id: credited, net } = bookings[position % bookings.length]!;
        const marks = [0, ...[...cuts].sort((a, b) => a - b).map((cut) => Math.trunc((net * cut) / 1_000)), net];
        const parts = marks.slice(1).map((mark, index) => mark - marks[index]!);
        const memos = parts.map((part, index) => booked(500 + index, -part, { creditOf: credited, bookingDate: '2026-03-30' }));
        const rest = bookings.filter(({ id }) => id !== credited);
        expectSame(totals(computePeriod(plan, quota, [...memos, ...bookings])), totals(computePeriod(plan, quota, rest)));
        // The same for a record of an earlier period, with the first memos in one later period and the others in the next.
        const { amount, base, over, parts: rates } = byId(computePeriod(plan, quota, bookings)).get(credited)!;
        const original = { amount, base, over, parts: rates, net };
        const laterMemos = memos.map((memo) => ({ ...memo, creditOf: 999, original }));
        const first = laterMemos.slice(0, periods);
        const taken = sum(first.map((memo) => memo.net));
        const second = laterMemos.slice(periods).map((memo) => ({ ...memo, original: { ...original, taken } }));
        const old = [...computePeriod(plan, quota, first), ...computePeriod(plan, quota, second)];
        if (net !== 0) expectSame(sum(old.map((row) => row.amount)), 0 - amount);
      },
    ));

  it('after any sales and memos, a period pays the plan’s amount for the net sales (issue 46, c)', () =>
    check(
      [anyPlan, quotas, sales(6), fc.array(fc.tuple(fc.nat(5), fc.nat(1_000), fc.nat(80)), { maxLength: 6 }), caps],
      (made, quota, bookings, cuts, limits) => {
        const plan = { ...made, caps: limits };
        const remaining = new Map(bookings.map(({ id, net }) => [id, net]));
        const memos = cuts.map(([position, share, days], index) => {
          const { id, bookingDate } = bookings[position % bookings.length]!;
          const net = Math.floor(((remaining.get(id) ?? 0) * share) / 1_000);
          remaining.set(id, (remaining.get(id) ?? 0) - net);
          return booked(500 + index, 0 - net, { creditOf: id, bookingDate: addDays(bookingDate, days) });
        });
        const netSales = bookings.map((booking) => ({ ...booking, net: remaining.get(booking.id) ?? 0 }));
        expectSame(totals(computePeriod(plan, quota, [...memos, ...bookings])), totals(computePeriod(plan, quota, netSales)));
      },
    ));

  it('shares of an amount add up to it, each within a cent of exact', () =>
    check(
      [fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), fc.array(fc.integer({ min: 0, max: 1_000_000 }), { maxLength: 5 })],
      (net, cuts) => {
        const marks = [0, ...[...cuts].sort((a, b) => a - b), 1_000_000];
        const shares = marks.slice(1).map((mark, index) => (mark - marks[index]!) / 1_000_000);
        const parts = splitNet(net, shares);
        expect(sum(parts)).toBe(net);
        parts.forEach((part, index) => {
          const deviation = BigInt(part) * 1_000_000n - BigInt(net) * BigInt(Math.round(shares[index]! * 1_000_000));
          expect(deviation < 1_000_000n && deviation > -1_000_000n).toBe(true);
        });
      },
    ));
});

const quarterOf = ({ bookingDate }: Booking): Day => periodAt('quarter', bookingDate).start_date;
/** The records shown for a selected range: computed for every quota period it touches, limited to its days. */
const shown = (plan: Plan, bookings: readonly Booking[], from: Day, to: Day): Computed[] => {
  const touchedQuarters = new Set(bookings.filter(({ bookingDate }) => bookingDate >= from && bookingDate <= to).map(quarterOf));
  return [...touchedQuarters].flatMap((quarter) => {
    const inside = bookings.filter((booking) => quarterOf(booking) === quarter);
    const visible = new Set(inside.filter(({ bookingDate }) => bookingDate >= from && bookingDate <= to).map(({ id }) => id));
    return computePeriod(plan, plan.quota.amount, inside).filter(({ id }) => visible.has(id));
  });
};

describe('decisions 2.02: tiering runs over the quota period', { timeout: 120_000 }, () => {
  it('moving the period selector changes no record: two overlapping ranges show a shared day alike', () =>
    check(
      [
        anyPlan,
        sales(10),
        fc.array(fc.nat(340), { minLength: 10, maxLength: 10 }),
        fc.nat(340),
        fc.nat(120),
        fc.integer({ min: -40, max: 40 }),
      ],
      (plan, rows, days, start, length, by) => {
        const bookings = rows.map((row, index) => ({ ...row, bookingDate: addDays('2026-01-01', days[index]!) }));
        const all = byId(shown(plan, bookings, '2026-01-01', '2026-12-31'));
        expect(all.size).toBe(bookings.length);
        const from = addDays('2026-01-01', start);
        for (const [a, b] of [
          [from, addDays(from, length)],
          [addDays(from, by), addDays(from, length + by)],
        ] as const) {
          for (const row of shown(plan, bookings, a, b)) expectSame(row, all.get(row.id));
        }
      },
    ));
  it('restarts the quota of 100,000 in the next quarter', () => {
    const rows = shown(
      defaultPlan,
      [booked(1, 15_000_000), booked(2, 6_000_000, { bookingDate: '2026-04-01' })],
      '2026-01-01',
      '2026-06-30',
    );
    expect(rows.map(({ amount }) => amount)).toEqual([875_000, 300_000]);
  });
});

/** Assigns the bookings from a given day on to another version. */
const assignVersions = (bookings: readonly Booking[], versions: readonly (readonly [Day, Plan])[]): Booking[] =>
  bookings.map((booking) => {
    const plan = versions.findLast(([from]) => booking.bookingDate >= from)?.[1];
    return plan ? { ...booking, plan } : booking;
  });
const inQuarter = fc.integer({ min: 0, max: 88 }).map((days) => addDays('2026-01-01', days));

describe('decisions 2.21: one quota counter across plan versions', { timeout: 120_000 }, () => {
  it('a version without changes leaves every amount alone, wherever it begins (issue 46, a)', () =>
    check([anyPlan, quotas, histories, fc.array(inQuarter, { maxLength: 3 })], (plan, quota, bookings, days) => {
      const versions = [...days].sort().map((day) => [day, { ...plan }] as const);
      const split = computePeriod(plan, quota, assignVersions(bookings, versions));
      expectSame(
        split.map(({ id, amount, base, over }) => [id, amount, base, over]),
        computePeriod(plan, quota, bookings).map(({ id, amount, base, over }) => [id, amount, base, over]),
      );
    }));

  it('raising a rate from a day on never lowers a sale’s commission (issue 46, b)', () =>
    check(
      [plans('marginal'), quotas, sales(6), inQuarter, fc.nat(5), fc.integer({ min: 0, max: 100_000 })],
      (plan, quota, rows, from, position, more) => {
        const tiers = plan.tiers.map((tier, index) =>
          index === position % plan.tiers.length ? { ...tier, rate: tier.rate + more / 1_000_000 } : tier,
        );
        const raised = byId(computePeriod(plan, quota, assignVersions(rows, [[from, { ...plan, tiers }]])));
        for (const { id, amount } of computePeriod(plan, quota, rows)) expectSame((raised.get(id)?.amount ?? 0) >= amount, true);
      },
    ));

  it('raising a retroactive rate never lowers the pay of a period (issue 46, b)', () =>
    check([plans('retroactive'), quotas, sales(6), inQuarter, fc.integer({ min: 0, max: 100_000 })], (plan, quota, rows, from, more) => {
      const tiers = plan.tiers.map((tier) => ({ ...tier, rate: tier.rate + more / 1_000_000 }));
      const raised = computePeriod(plan, quota, assignVersions(rows, [[from, { ...plan, tiers }]]));
      expectSame(sum(raised.map(({ amount }) => amount)) >= sum(computePeriod(plan, quota, rows).map(({ amount }) => amount)), true);
    }));
});
