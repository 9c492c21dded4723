import type { Cents } from '../money.ts';
import { addsOfMemo } from './conditions.ts';
import { type Booking, type Computed, inBookingOrder, type Original, type Part } from './engine/booking.ts';
import { addLine, type Ledger, linePartsOf, openLedger, reduceLine, soldOf } from './engine/ledger.ts';
import { isCapping } from './engine/limits.ts';
import type { Priced } from './engine/price.ts';
import { priceReversal } from './engine/reversal.ts';
import { termsOf } from './engine/terms.ts';
import type { Plan } from './plan.ts';

export type { Booking, Computed, Credit, Original, Part, StoredPart } from './engine/booking.ts';

/**
 * Rules for memos, kept for months closed under them. `record`: a memo reverses its original's record in proportion (before decisions
 * 2.23); `stepless`: a memo for an earlier period's sale leaves the step of a retroactive tier to the next sale.
 */
export type MemoRule = 'netSales' | 'stepless' | 'record';

/** `line`: index of the line the booking is in, or the one it reduced. `priced`: only for its own line, as first priced. */
type BookingEntry = Readonly<{ line: number; priced: Priced | null; computed: Computed }>;
/**
 * Net revenue that separate memos have already reversed, negative. `taken`: in the amount commission was paid on; `sold`: for the whole
 * sale.
 */
type ReversedTotals = Readonly<{ taken: Cents; sold: Cents }>;
type Period = Readonly<{ ledger: Ledger; entries: Map<number, BookingEntry>; reversedOf: Map<number, ReversedTotals>; memos: MemoRule }>;

/** True if a closed original is computed with its closed amount, so that the memo's difference also starts from it. */
const keepsClosedAmount = ({ original, settled }: Booking, { computed }: BookingEntry): boolean =>
  !settled || original === null || (original.amount === computed.amount && original.net === computed.base + computed.over);

/** Stores the amounts that a booking adds in its first part, so that they can be recomputed without the facts of its sale. */
const withAdds = (parts: readonly Part[], { adds }: Booking): readonly Part[] =>
  adds === undefined ? parts : parts.map((part, index) => (index === 0 ? { ...part, adds } : part));

/** A memo of a sale in the same period reverses the sale's `adds`. */
const withReversedAdds = (memo: Booking, sale: Booking | undefined, before: Cents): Booking => {
  if (!sale?.adds) return memo;
  const [whole, remaining] = [soldOf(sale), soldOf(sale) + before];
  return { ...memo, adds: addsOfMemo(sale.adds, whole, remaining, remaining + soldOf(memo)) };
};

/** Adds a separate line: a sale, or a memo that reverses in proportion. */
const addBooking = (
  { ledger, reversedOf }: Period,
  booking: Booking,
  original: Original | null,
  entry: BookingEntry | undefined,
): BookingEntry => {
  const { id, creditOf, net } = booking;
  const { cum } = ledger.running;
  let fixed: Priced | null = null;
  let addedLine = booking;
  if (creditOf !== null && original) {
    const { taken, sold } = reversedOf.get(creditOf) ?? { taken: original.taken ?? 0, sold: 0 };
    reversedOf.set(creditOf, { taken: taken + net, sold: sold + soldOf(booking) });
    fixed = priceReversal(booking, original, entry?.priced ?? null, taken);
    addedLine = withReversedAdds(booking, entry && ledger.lines[entry.line]?.booking, sold);
  }
  const line = addLine(ledger, addedLine, fixed);
  const { priced, amount, cut } = line;
  const { base, over } = priced;
  const parts = withAdds(linePartsOf(line), booking);
  const computed = { id, cum, quota: ledger.terms.quota, parts, base, over, amount, capped: isCapping(cut) };
  return { line: ledger.lines.length - 1, priced, computed };
};

const compute = (period: Period, booking: Booking): BookingEntry => {
  const { ledger, entries, memos } = period;
  const entry = booking.creditOf === null ? undefined : entries.get(booking.creditOf);
  if (!entry) return addBooking(period, booking, booking.creditOf === null ? null : booking.original, undefined);
  const isReducible = memos !== 'record' && ledger.lines[entry.line]?.fixed === null;
  if (isReducible && keepsClosedAmount(booking, entry))
    return { line: entry.line, priced: null, computed: reduceLine(ledger, entry.line, booking) };
  const { computed } = entry;
  return addBooking(period, booking, booking.settled ? booking.original : { ...computed, net: computed.base + computed.over }, entry);
};

/**
 * The commission on one person's records of one quota period (decisions 2.02, 2.21, 2.23), in booking order; the bookings may be
 * in any order. Each sale is priced by the plan version of its day; all share one quota counter.
 * The pipeline: measure and credit produce the bookings (`recompute/expected/credits.ts`), eligibility, rate and limits price
 * them here, and release follows its payments (`release.ts`). Every step records its rule in the parts (ADR 17).
 * @param quota of the person in the period, cents (`createCounters`)
 */
export const computePeriod = (
  plan: Plan,
  quota: Cents,
  bookings: readonly Booking[],
  memos: MemoRule = 'netSales',
): readonly Computed[] => {
  const ledger = openLedger(termsOf(plan, quota, bookings, memos === 'netSales'));
  const period: Period = { ledger, entries: new Map(), reversedOf: new Map(), memos };
  for (const booking of inBookingOrder(bookings)) period.entries.set(booking.id, compute(period, booking));
  return [...period.entries.values()].map(({ computed }) => computed);
};
