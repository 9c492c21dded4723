import type { Cents } from '../../money.ts';
import type { Day } from '../../time/period.ts';
import { byBooking } from '../commission.ts';
import type { Plan } from '../plan.ts';

/**
 * Net revenue at one rate. A retroactive step takes the earlier revenue back at the old rate and gives it at the new one.
 * `tier` is given only where several tiers of the plan have this rate and the position in the period doesn't tell which one it was.
 */
export type Part = Readonly<{ net: Cents; rate: number; tier?: number }>;
/** What a credit memo reverses in proportion. `taken`: net revenue that earlier memos of other periods reversed already, negative. */
export type Original = Readonly<{ parts: readonly Part[]; amount: Cents; base: Cents; over: Cents; net: Cents; taken?: Cents }>;
/** `sale` and `lead` count toward one's own quota; `override` is a share in a team's revenue and doesn't. */
export type Credit = 'sale' | 'lead' | 'override';

/** One invoice as it is credited to the person. Money in cents. */
export type Booking = Readonly<{
  id: number;
  invoiceNumber: string;
  bookingDate: Day;
  net: Cents;
  gross: Cents;
  credit: Credit;
  /** The plan version in force on the booking date; left out: the period's plan. */
  plan?: Plan;
  /** Of a credit memo: the invoice that it credits. */
  creditOf: number | null;
  /** Of a credit memo: the recorded original, read where that is not among the bookings of the period, or is `settled`. */
  original: Original | null;
  /** The original lies in a closed month: it keeps the amount that it was closed with. */
  settled?: boolean;
  /** Replaces the plan's rates for this record; an override credit always has one. */
  rateOverride: number | null;
  /** Which of the plan's `rates` prices it (`rateClauseOf`); none, and null: the plan's own tiers. */
  rateClause?: number | null;
  excluded: boolean;
}>;

/** `cum`: net revenue of the period before the record. `parts` add up to the net, `base` + `over` too. */
export type Computed = Readonly<{
  id: number;
  cum: Cents;
  quota: Cents;
  parts: readonly Part[];
  base: Cents;
  over: Cents;
  amount: Cents;
  capped: boolean;
}>;

/** Booking order, but a memo never comes before the record that it credits. */
export const inBookingOrder = (bookings: readonly Booking[]): Booking[] => {
  const sorted = bookings
    .map((booking) => ({ booking, booking_date: booking.bookingDate, invoice_number: booking.invoiceNumber, id: booking.id }))
    .sort(byBooking)
    .map(({ booking }) => booking);
  if (sorted.every(({ creditOf }) => creditOf === null)) return sorted;
  const waiting = new Map<number, Booking[]>();
  const pending = new Set(bookings.map(({ id }) => id));
  const result: Booking[] = [];
  const place = (first: Booking): void => {
    const next = [first];
    for (let booking = next.pop(); booking; booking = next.pop()) {
      if (!pending.delete(booking.id)) continue;
      result.push(booking);
      next.push(...(waiting.get(booking.id) ?? []).toReversed());
    }
  };
  for (const booking of sorted) {
    const { creditOf } = booking;
    if (creditOf === null || creditOf === booking.id || !pending.has(creditOf)) place(booking);
    else if (!waiting.get(creditOf)?.push(booking)) waiting.set(creditOf, [booking]);
  }
  // Memos that credit each other in a ring have no first one, so they stand in booking order.
  for (const booking of sorted) place(booking);
  return result;
};
