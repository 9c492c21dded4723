import type { AtRate, Cents } from '../../money.ts';
import type { Day } from '../../time/period.ts';
import { byBooking } from '../commission.ts';
import type { StandingSums } from '../conditions.ts';
import type { Plan } from '../plan.ts';
import type { TeamShare } from '../team.ts';

/**
 * The part of a record priced by one plan rule: `net` at `rate` is `amount`, and `clause` is the key of the rule (`clauses/keys.ts`). The
 * amounts of the parts add up to the record's amount, and the nets to its net: a cap, a memo's remainder and rounding have a net of 0. A
 * retroactive step reverses earlier revenue at the old rate and adds it at the new one. `plan`: id of the version that defines the key, if
 * not the record's. `inferred`: the record predates stored reasons. `adds`, only in the first part: the amounts that the booking adds
 * (`Booking.adds`).
 */
export type Part = Readonly<{
  net: Cents;
  rate: number;
  amount: Cents;
  clause: string;
  plan?: string;
  inferred?: true;
  adds?: StandingSums;
}>;
/** A part as stored. Parts from before reasons were stored have no clause; `tier`: only if several tiers had the rate. */
export type StoredPart = AtRate & Partial<Pick<Part, 'amount' | 'clause' | 'plan' | 'adds'>> & Readonly<{ tier?: number }>;
/** The original that a credit memo reverses in proportion. `taken`: net revenue already reversed by memos of other periods, negative. */
export type Original = Readonly<{ parts: readonly AtRate[]; amount: Cents; base: Cents; over: Cents; net: Cents; taken?: Cents }>;
/** `sale` and `lead` count toward the person's own quota; `override`, a share in a team's revenue, does not. */
export type Credit = 'sale' | 'lead' | 'override';

/** One invoice as credited to the person. Money in cents. */
export type Booking = Readonly<{
  id: number;
  invoiceNumber: string;
  bookingDate: Day;
  net: Cents;
  gross: Cents;
  credit: Credit;
  /** The plan version in force on the booking date; default: the period's plan. */
  plan?: Plan;
  /** For a credit memo: the invoice it credits. */
  creditOf: number | null;
  /** For a credit memo: the recorded original, used if it is not among the period's bookings or is `settled`. */
  original: Original | null;
  /** The original is in a closed month, so it keeps its closed amount. */
  settled?: boolean;
  /** A memo of a month closed under rules that left the step of a retroactive tier to the next sale. */
  stepless?: boolean;
  /** Replaces the plan's rates for this record; always present for an override credit. */
  rateOverride: number | null;
  /** The rule of an override credit; undefined: the only override of the record's own plan. */
  share?: TeamShare;
  /** Index of the entry in the plan's `rates` that prices it (`rateClauseOf`); null or undefined: the plan's own tiers. */
  rateClause?: number | null;
  /** The amount that counts toward the quota; default: the net. */
  counts?: Cents;
  /** The amounts that it adds to the parts of the quota and to the sums that conditions read. */
  adds?: StandingSums;
  /** The net revenue of the whole sale, which decides how much of `adds` its credit memos leave; default: the net. */
  sold?: Cents;
  /** The person's share of the amount per deal in the `rates` entry; default: all of it. */
  dealAmount?: Cents;
  excluded: boolean;
  /** Index of the plan's exclusion that applies; default: its first. */
  exclusion?: number;
}>;

/** `cum`: what earlier records of the period count toward the quota. `base` + `over` are the net. */
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

/** Sorts in booking order, but never places a memo before the record it credits. */
export const inBookingOrder = (bookings: readonly Booking[]): Booking[] => {
  const sorted = bookings
    .map((booking) => ({ booking, booking_date: booking.bookingDate, invoice_number: booking.invoiceNumber, id: booking.id }))
    .sort(byBooking)
    .map(({ booking }) => booking);
  if (sorted.every(({ creditOf }) => creditOf === null)) return sorted;
  const waiting = new Map<number, Booking[]>();
  const pending = new Set(bookings.map(({ id }) => id));
  const result: Booking[] = [];
  const placeInOrder = (first: Booking): void => {
    const next = [first];
    for (let booking = next.pop(); booking; booking = next.pop()) {
      if (!pending.delete(booking.id)) continue;
      result.push(booking);
      next.push(...(waiting.get(booking.id) ?? []).toReversed());
    }
  };
  for (const booking of sorted) {
    const { creditOf } = booking;
    if (creditOf === null || creditOf === booking.id || !pending.has(creditOf)) placeInOrder(booking);
    else if (!waiting.get(creditOf)?.push(booking)) waiting.set(creditOf, [booking]);
  }
  // Memos that credit each other in a circle have no first one, so they stay in booking order.
  for (const booking of sorted) placeInOrder(booking);
  return result;
};
