import type { CommissionStatus } from '../../../entities/commission.ts';
import type { Cents } from '../../money.ts';
import { addDays, type Day, laterDay } from '../../time/period.ts';
import { type Booking, computePeriod } from '../engine.ts';
import type { Plan } from '../plan.ts';
import { paymentWait } from '../release.ts';
import { type Facts, releasingInvoiceOf, type Standing, standingOf } from './facts.ts';

type Side = Readonly<{ cents: Cents; status: CommissionStatus }>;
/** The effect of one fact on a figure of a record, on the day from which the fact counts. */
export type FigureChange = Readonly<{ on: Day; before: Side; after: Side }>;

const figureChange = (on: Day, before: Facts, after: Facts, cents: (standing: Standing) => Cents): FigureChange => {
  const sideOf = (facts: Facts): Side => {
    const standing = standingOf({ ...facts, asOf: on });
    return { cents: cents(standing), status: standing.status };
  };
  return { on, before: sideOf(before), after: sideOf(after) };
};

/**
 * The amount released by a completed payment of the invoice, or of the one a credit memo reverses; the plan's wait ends on `on`. Null if
 * the record has no such payment.
 */
export const releaseEffect = (facts: Facts, id: string): FigureChange | null => {
  const releasing = releasingInvoiceOf(facts);
  const receipts = releasing.receipts.toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
  const index = receipts.findIndex((receipt) => receipt.id === id);
  const receipt = receipts[index];
  if (!receipt) return null;
  const withReceiptsUpTo = (count: number): Facts => ({ ...facts, original: { ...releasing, receipts: receipts.slice(0, count) } });
  const on = addDays(laterDay(receipt.on, facts.booking.bookingDate), paymentWait(releasing.release));
  return figureChange(on, withReceiptsUpTo(index), withReceiptsUpTo(index + 1), ({ released }) => released);
};

/** The record's amount before and after an adjustment; null if the record has no such adjustment. */
export const adjustmentEffect = (facts: Facts, id: string): FigureChange | null => {
  const target = facts.adjustments.find((adjustment) => adjustment.id === id);
  if (!target) return null;
  const factsWithout = { ...facts, adjustments: facts.adjustments.filter((adjustment) => adjustment !== target) };
  return figureChange(laterDay(target.on, facts.booking.bookingDate), factsWithout, facts, ({ earned }) => earned);
};

/** The paid amount before and after a payout; null if it pays nothing of the record. */
export const payoutEffect = (facts: Facts, id: string): FigureChange | null => {
  const target = facts.payouts.find((payout) => payout.id === id);
  if (!target) return null;
  const factsWithout = { ...facts, payouts: facts.payouts.filter((payout) => payout !== target) };
  return figureChange(target.on, factsWithout, facts, ({ paid }) => paid);
};

/**
 * The effect of a booking on the commissions of its quota period: its own, and those that follow or reverse it.
 * @returns amounts without and with it, cents, for each booking that differs, including itself; `before` null: the booking itself
 */
export const commissionEffectsOf = (
  plan: Plan,
  quota: Cents,
  bookings: readonly Booking[],
  id: number,
): readonly Readonly<{ id: number; before: Cents | null; after: Cents }>[] => {
  const without = new Map(
    computePeriod(
      plan,
      quota,
      bookings.filter((booking) => booking.id !== id),
    ).map((computed) => [computed.id, computed.amount]),
  );
  return computePeriod(plan, quota, bookings)
    .map((computed) => ({ id: computed.id, before: without.get(computed.id) ?? null, after: computed.amount }))
    .filter(({ before, after }) => before !== after);
};
