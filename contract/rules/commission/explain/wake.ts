import type { CommissionStatus } from '../../../entities/commission.ts';
import type { Cents } from '../../money.ts';
import { addDays, type Day, later } from '../../time/period.ts';
import { type Booking, computePeriod } from '../engine.ts';
import type { Plan } from '../plan.ts';
import { type Facts, releasingOf, type Standing, standingOf } from './facts.ts';

type Side = Readonly<{ cents: Cents; status: CommissionStatus }>;
/** What one fact made of a record's figure, on the day on which it counts. */
export type Moved = Readonly<{ on: Day; before: Side; after: Side }>;

const moved = (on: Day, before: Facts, after: Facts, cents: (standing: Standing) => Cents): Moved => {
  const side = (facts: Facts): Side => {
    const standing = standingOf({ ...facts, asOf: on });
    return { cents: cents(standing), status: standing.status };
  };
  return { on, before: side(before), after: side(after) };
};

/** What a completed payment of the invoice, or of what a credit memo takes back, released; the plan's wait is over on `on`. Null where the record knows no such payment. */
export const releasedBy = (facts: Facts, id: string): Moved | null => {
  const releasing = releasingOf(facts);
  const receipts = releasing.receipts.toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1));
  const at = receipts.findIndex((receipt) => receipt.id === id);
  const receipt = receipts[at];
  if (!receipt) return null;
  const upTo = (count: number): Facts => ({ ...facts, original: { ...releasing, receipts: receipts.slice(0, count) } });
  const on = addDays(later(receipt.on, facts.booking.bookingDate), releasing.release.waitDays);
  return moved(on, upTo(at), upTo(at + 1), ({ released }) => released);
};

/** What an adjustment made the record worth; null where the record has no such adjustment. */
export const earnedBy = (facts: Facts, id: string): Moved | null => {
  const one = facts.adjustments.find((adjustment) => adjustment.id === id);
  if (!one) return null;
  const without = { ...facts, adjustments: facts.adjustments.filter((adjustment) => adjustment !== one) };
  return moved(later(one.on, facts.booking.bookingDate), without, facts, ({ earned }) => earned);
};

/** What a payout paid of the record; null where it pays nothing of it. */
export const paidBy = (facts: Facts, id: string): Moved | null => {
  const one = facts.payouts.find((payout) => payout.id === id);
  if (!one) return null;
  const without = { ...facts, payouts: facts.payouts.filter((payout) => payout !== one) };
  return moved(one.on, without, facts, ({ paid }) => paid);
};

/**
 * What a booking makes of the commissions of its quota period: its own, and those that stand after it or take it back.
 * @returns without it and with it, cents, of the bookings that differ, itself included; null without it: its own
 */
export const commissionsBy = (
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
