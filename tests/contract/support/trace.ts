import fc from 'fast-check';
import { type Booking, computePeriod } from '../../../contract/rules/commission/engine.ts';
import { dueTriggersOf } from '../../../contract/rules/commission/explain/dueTriggers.ts';
import { standingOf } from '../../../contract/rules/commission/explain/facts.ts';
import { adjustmentEffect, commissionEffectsOf, payoutEffect, releaseEffect } from '../../../contract/rules/commission/explain/wake.ts';
import { explainRecord, type Facts } from '../../../contract/rules/commission/explain.ts';
import type { Plan, ReleaseRule } from '../../../contract/rules/commission/plan.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { addDays, type Day } from '../../../contract/rules/time/period.ts';
import { histories, plans, quotas, withMatchedRules, withRates } from './bookings.ts';

type Row = readonly [record: number, day: Day, cents: number, ended: boolean];
/**
 * A person's quota period with its payments, adjustments and payouts; each row belongs to the record at its index, modulo the number of
 * records.
 */
export type History = Readonly<{
  plan: Plan;
  quota: number;
  bookings: readonly Booking[];
  payments: readonly Row[];
  adjustments: readonly Row[];
  payouts: readonly Row[];
  /** Holds on the record at that index, as days; `until` null: until someone releases it. */
  holds: readonly Readonly<{ record: number; from: Day; until: Day | null }>[];
}>;

const AS_OF = '2026-06-30';
const rows: fc.Arbitrary<readonly Row[]> = fc.array(
  fc.tuple(
    fc.nat({ max: 20 }),
    fc.integer({ min: 0, max: 200 }).map((days) => addDays('2026-01-01', days)),
    fc.integer({ min: -6_000_000, max: 12_000_000 }),
    fc.boolean(),
  ),
  { maxLength: 8 },
);
const dayOf = (days: number): Day => addDays('2026-01-01', days);
const holds = fc.array(
  fc.record({
    record: fc.nat({ max: 20 }),
    from: fc.integer({ min: 0, max: 180 }).map(dayOf),
    until: fc.option(fc.integer({ min: 0, max: 260 }).map(dayOf), { nil: null }),
  }),
  { maxLength: 3 },
);
const cap = fc.option(fc.integer({ min: 0, max: 2_000_000 }), { nil: null, freq: 4 });

export const tracedHistories: fc.Arbitrary<History> = fc.record({
  plan: fc
    .tuple(
      fc.constantFrom<Plan['tierMode'][]>('marginal', 'retroactive').chain(plans),
      fc.constantFrom<ReleaseRule[]>('invoice_paid_in_full', 'proportional_to_payments', 'on_booking'),
      fc.constantFrom(0, 0, 14),
      cap,
      cap,
    )
    .map(([plan, when, waitDays, perRecord, perPeriod]) => ({ ...plan, release: { when, waitDays }, caps: { perRecord, perPeriod } }))
    .chain(withRates),
  quota: quotas,
  bookings: histories.chain(withMatchedRules),
  payments: rows,
  adjustments: rows,
  payouts: rows,
  holds,
});

/** The facts that explain each record. */
const factsIn = ({ plan, quota, bookings, payments, adjustments, payouts, holds: held }: History): readonly Facts[] => {
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  return computePeriod(plan, quota, bookings).flatMap((computed, place, all): Facts[] => {
    const booking = byId.get(computed.id);
    if (!booking) return [];
    const mine = (from: readonly Row[], kind: string) =>
      from.flatMap(([record, on, amount, ended], index) =>
        record % all.length === place ? [{ on, amount, ended, id: `${kind}${index}` }] : [],
      );
    const paid = mine(payments, 'payment');
    const memos = bookings.filter(({ creditOf }) => creditOf === booking.id);
    return [
      {
        commissionId: String(computed.id),
        userId: '7',
        planIndex: 0,
        asOf: AS_OF,
        plan,
        version: 3,
        booking,
        computed,
        earlier: place,
        share: 1,
        invoice: { gross: booking.gross, receipts: paid.filter(({ ended }) => ended), expected: paid.filter(({ ended }) => !ended) },
        takesBack: booking.creditOf === null ? null : String(booking.creditOf),
        memos: memos.map(({ id, invoiceNumber, bookingDate: on, net }) => ({ id: String(id), invoiceNumber, on, net })),
        adjustments: mine(adjustments, 'adjustment').map((item) => ({
          ...item,
          reason: item.id,
          state: item.ended ? 'approved' : 'pending',
        })),
        holds: held
          .filter(({ record }) => record % all.length === place)
          .map(({ from, until }) => ({ from, until, by: 'Fin', reason: 'held' })),
        payouts: mine(payouts, 'payout').map((item) => ({ ...item, state: item.ended ? 'completed' : 'pending' })),
      },
    ];
  });
};

const sum = (cents: readonly number[]): number => cents.reduce((total, cent) => total + cent, 0);
const check = (holds: boolean, label: string): void => {
  if (!holds) throw new Error(label);
};

/** Links are symmetric: every item named in a record's rows lists that record among its effects. */
const checkLinks = (all: readonly Facts[], { payments, adjustments, payouts, plan, quota, bookings }: History): number => {
  let links = 0;
  const place = new Map(all.map(({ booking }, index) => [booking.id, index]));
  const read = all.map(
    (facts) =>
      new Set(explainRecord(facts).rows.flatMap(({ ref, note }) => (ref && note !== 'not completed' ? `${ref.kind} ${ref.id}` : []))),
  );
  const both = (kind: string, count: number, above: (facts: Facts, id: string) => boolean): void => {
    for (let index = 0; index < count; index += 1)
      all.forEach((facts, record) => {
        const below = read[record]?.has(`${kind} ${kind}${index}`) ?? false;
        // Rows dated in the future are not read yet.
        const hasFutureRows = [...facts.invoice.receipts, ...facts.adjustments, ...facts.payouts].some(
          ({ id, on }) => id === `${kind}${index}` && on > AS_OF,
        );
        check(hasFutureRows || below === above(facts, `${kind}${index}`), `${kind}${index} and record ${record} lead one way only`);
        if (below) links += 1;
      });
  };
  both('payment', payments.length, (facts, id) => releaseEffect(facts, id) !== null);
  both('adjustment', adjustments.length, (facts, id) => adjustmentEffect(facts, id) !== null);
  both('payout', payouts.length, (facts, id) => payoutEffect(facts, id) !== null);
  const totalOf = (some: readonly Booking[]): number => sum(computePeriod(plan, quota, some).map(({ amount }) => amount));
  const total = totalOf(bookings);
  for (const { id } of bookings) {
    const wake = commissionEffectsOf(plan, quota, bookings, id);
    const own = place.get(id) ?? -1;
    check(
      wake.some((figure) => figure.id === id && figure.before === null),
      `invoice ${id} does not move its own record`,
    );
    check(read[own]?.has(`invoice ${id}`) === true, `record ${own} does not read its invoice ${id}`);
    check(read[own]?.has('config 3') === true, `record ${own} names another version`);
    // Without its original, a memo counts at its own booking date, which may be earlier.
    const hasMemo = bookings.some(({ creditOf }) => creditOf === id);
    check(
      hasMemo || wake.every((figure) => figure.id === id || (place.get(figure.id) ?? -1) > own),
      `invoice ${id} moves a record that stands before it`,
    );
    const moved = sum(wake.map(({ before, after }) => after - (before ?? 0)));
    check(total - totalOf(bookings.filter((booking) => booking.id !== id)) === moved, `the wake of invoice ${id} is not the whole of it`);
    links += wake.length;
  }
  return links;
};

/** A total equals its parts to the cent, and a calculated figure equals its formula applied to its parts. */
const checkSums = (all: readonly Facts[]): number => {
  const unexplained = new Set<number>();
  all.forEach((facts, index) => {
    const { booking, computed } = facts;
    const standing = standingOf(facts);
    const { formula, rows: read, amounts } = explainRecord(facts);
    const cents = formula.map(({ amount }) => toCents(amount));
    const end = standing.adjustments === 0 ? cents.length - 1 : cents.length - 3;
    check(sum(cents.slice(0, end)) === computed.amount && cents[end] === computed.amount, 'the steps do not add up to the commission');
    if (standing.adjustments !== 0) check(sum(cents.slice(-3, -1)) === cents.at(-1), 'commission and adjustments are not the total');
    const rowsOf = (kind: string, only: (note: string | null) => boolean): number =>
      sum(read.filter((row) => row.kind === kind && only(row.note)).map(({ amount }) => toCents(amount ?? 0)));
    check(rowsOf('payment', (note) => note === null) === standing.received, 'the payments are not what was received');
    check(rowsOf('adjustment', (note) => note === null) === standing.adjustments, 'the adjustments are not their sum');
    check(rowsOf('payout', (note) => note === 'completed') === toCents(amounts.paid), 'the payouts are not what was paid');
    const { earned, released, paid, due } = standing;
    const [more, over] =
      earned < 0
        ? [Math.min(0, released - paid), Math.min(0, paid - released)]
        : [Math.max(0, released - paid), Math.max(0, paid - released)];
    check(due === more && earned === paid + more + (earned - released) - over, 'Earned is not Paid + Due + Not yet due − Overpaid');
    if (booking.excluded || booking.credit === 'override' || (booking.creditOf !== null && unexplained.has(booking.creditOf)))
      unexplained.add(booking.id);
    const next = all[index + 1];
    if (next)
      check(
        next.computed.cum - computed.cum === (unexplained.has(booking.id) ? 0 : booking.net),
        'the earlier records are not what came before',
      );
    check(computed.base + computed.over === booking.net, 'base and over are not the net');
  });
  return all.length;
};

/** The stated requirement is sufficient, and one cent less is not. */
const checkNeeds = (all: readonly Facts[]): number => {
  let needs = 0;
  for (const facts of all) {
    const now = standingOf(facts);
    // Payments dated in the future would come on top.
    const { receipts } = facts.invoice;
    if (receipts.some(({ on }) => on > facts.asOf)) continue;
    for (const need of dueTriggersOf(facts, now)) {
      if (need.kind === 'day') continue;
      const dueWith = (cents: number): number => {
        const more = { on: facts.asOf, amount: facts.invoice.gross < 0 ? -cents : cents };
        const asOf = addDays(facts.asOf, facts.plan.release.waitDays);
        const past = { ...facts, asOf, invoice: { ...facts.invoice, receipts: [...receipts, more] } };
        // Only the payment is added; other changes during the wait are excluded.
        const untilAsOf = <T extends { on: Day }>(rows: readonly T[]): T[] => rows.filter(({ on }) => on <= facts.asOf);
        return Math.abs(standingOf({ ...past, adjustments: untilAsOf(facts.adjustments), payouts: untilAsOf(facts.payouts) }).due);
      };
      check(dueWith(need.amount) > Math.abs(now.due), 'what it takes is not enough');
      if (!need.all) check(dueWith(need.amount - 1) === 0, 'one cent less is enough');
      needs += 1;
    }
  }
  return needs;
};

export type Traced = Readonly<{ records: number; links: number; needs: number }>;

/** Checks one history against all of these. @throws Error naming the violated rule */
export const checkTrace = (history: History): Traced => {
  const all = factsIn(history);
  return { records: checkSums(all), links: checkLinks(all, history), needs: checkNeeds(all) };
};
