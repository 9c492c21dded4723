import { type Cents, earnedOn, fractionOf, roundRatio } from '../money.ts';
import type { Day } from '../time/period.ts';
import { byBooking } from './commission.ts';
import type { Plan, Tier } from './plan.ts';

/** Net revenue at one rate. A retroactive step takes the earlier revenue back at the old rate and gives it at the new one. */
export type Part = Readonly<{ net: Cents; rate: number }>;
/** What a credit memo takes back. */
export type Original = Readonly<{ parts: readonly Part[]; amount: Cents; base: Cents; over: Cents; net: Cents }>;
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
  /** Of a credit memo: the record it takes back. Where that is among the bookings of the period, `original` isn't read, unless it is `settled`. */
  creditOf: number | null;
  original: Original | null;
  /** The record that is taken back lies in a closed month: it is worth what it was closed with, not what would be computed now. */
  settled?: boolean;
  /** Replaces the plan's rates for this record; an override credit always has one. */
  rateOverride: number | null;
  /** Which of the plan's `rates` prices it (`rateClauseOf`); none, and null: the plan's own tiers. */
  rateClause?: number | null;
  excluded: boolean;
}>;

/** `cum`: net revenue of the earlier records of the period. `parts` add up to the net, `base` + `over` too. */
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

/** `apart`: outside quota and tiers (excluded, or a share in a team's revenue). A memo counts as its original did. */
type Kind = 'tiered' | 'own rate' | 'apart';
type Entry = Readonly<{ kind: Kind; at: number; computed: Computed; step: Cents }>;
/**
 * The period so far. `rated` is the revenue that retroactive tiers are paid on, of the plan's own and of each of its `rates`, and `ran` what all
 * of them came to; `earned` is after caps.
 */
type Sofar = Readonly<{ cum: Cents; rated: readonly Cents[]; ran: Cents; earned: Cents }>;
/** `at`: whose tiers priced it, as `rated` counts them. */
type Made = Readonly<{
  kind: Kind;
  at: number;
  parts: readonly Part[];
  base: Cents;
  over: Cents;
  uncapped: Cents;
  rated: Cents;
  step: Cents;
}>;

/** Booking order, but a memo never comes before the record it takes back. */
const ordered = (bookings: readonly Booking[]): Booking[] => {
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
  // Memos that take back each other in a ring: nothing is taken back first, so they stand in booking order.
  for (const booking of sorted) place(booking);
  return result;
};

/** Tiers in cents of one quota; the first reaches down without end, the last up. */
type Steps = readonly Readonly<{ low: number; high: number; rate: number }>[];
/** `steps`: the plan's own, and behind them those of its `rates`, in their order. */
type Terms = Readonly<{ plan: Plan; quota: Cents; steps: readonly Steps[] }>;

const stepsOf = (tiers: readonly Tier[], quota: Cents): Steps => {
  const starts = tiers.map(({ from }) => fractionOf(quota, from));
  return tiers.map(({ rate }, index) => ({
    low: index === 0 ? Number.NEGATIVE_INFINITY : (starts[index] ?? 0),
    high: starts[index + 1] ?? Number.POSITIVE_INFINITY,
    rate,
  }));
};

const termsOf = (plan: Plan, quota: Cents): Terms => ({
  plan,
  quota,
  steps: [plan, ...plan.rates].map(({ tiers }) => stepsOf(tiers, quota)),
});

/** Where the tiers that price a booking stand among all. */
const placeOf = ({ steps }: Terms, { rateClause }: Booking): number =>
  rateClause == null || rateClause + 1 >= steps.length ? 0 : rateClause + 1;

/** The rate of the tier that `cum` has reached; reaching its threshold exactly is enough. */
const rateAt = (steps: Steps, cum: Cents): number => steps.findLast(({ low }) => cum >= low)?.rate ?? 0;

/** The tiers that lie between `cum` and `cum + net`; a negative net takes back what it stands on. */
const marginalParts = (tiers: Steps, net: Cents, cum: Cents): Part[] => {
  const parts: Part[] = [];
  for (const { low, high, rate } of tiers) {
    const within = Math.min(Math.max(cum + net, low), high) - Math.min(Math.max(cum, low), high);
    if (within !== 0) parts.push({ net: within, rate });
  }
  return parts;
};

const whole = (parts: readonly Part[]): Part[] => parts.filter(({ net }) => net !== 0);
const baseOf = (quota: Cents, net: Cents, cum: Cents): Cents => Math.min(quota, cum + net) - Math.min(quota, cum);

/**
 * The original at its own rates, as much of it as the memo takes back; what rounding leaves stands in the last part. Each memo takes what
 * all of them together take, less what the earlier ones of the period took (`taken`, their net), so that none leaves a cent behind.
 */
const memoOf = (original: Original, net: Cents, taken: Cents): Omit<Original, 'net'> => {
  if (original.net === 0) return { parts: whole([{ net, rate: 0 }]), base: net, over: 0, amount: 0 - original.amount };
  const upTo = (cents: Cents, together: Cents): Cents =>
    roundRatio(BigInt(cents) * BigInt(together * Math.sign(original.net)), BigInt(Math.abs(original.net)));
  const share = (cents: Cents): Cents => upTo(cents, taken + net) - (taken === 0 ? 0 : upTo(cents, taken));
  const base = share(original.base);
  const parts = original.parts.map((part) => ({ net: share(part.net), rate: part.rate }));
  const left = net - parts.reduce((sum, part) => sum + part.net, 0);
  const last = parts.length - 1;
  return {
    parts: whole(parts.map((part, index) => (index === last ? { ...part, net: part.net + left } : part))),
    base,
    over: net - base,
    amount: share(original.amount),
  };
};

const fromMemo = ({ net }: Booking, original: Original, entry: Entry | undefined, apart: boolean, taken: Cents): Made => {
  const { amount, ...back } = memoOf(original, net, taken);
  const kind = entry?.kind ?? (apart ? 'apart' : 'own rate');
  const step = entry ? memoOf({ ...original, amount: entry.step }, net, taken).amount : 0;
  return { ...back, kind, at: entry?.at ?? 0, uncapped: amount, rated: kind === 'tiered' ? net : 0, step };
};

/**
 * Retroactive tiers pay the rate reached on all of the period's revenue, so a record earns what the total after it is more than what the
 * records before it had: the differences add up to the total, memos in between included. What crosses a threshold does so for the revenue
 * of every clause of the plan, because all of it counts toward one quota.
 */
const retroactive = (
  { steps }: Terms,
  { net, rateOverride }: Booking,
  { cum, rated, ran }: Sofar,
  at: number,
): Omit<Made, 'kind' | 'at' | 'base' | 'over'> => {
  const own = rateOverride !== null;
  const added = own ? 0 : net;
  const mine = own ? [{ net, rate: rateOverride }] : [];
  const reached: Part[] = [];
  const tiers = steps.flatMap((each, place): Part[] => {
    const [before, after] = [rateAt(each, cum), rateAt(each, cum + net)];
    const [sofar, more] = [rated[place] ?? 0, place === at ? added : 0];
    reached.push({ net: sofar + more, rate: after });
    return before === after
      ? [{ net: more, rate: after }]
      : [
          { net: -sofar, rate: before },
          { net: sofar + more, rate: after },
        ];
  });
  const step = earnedOn(reached) - ran;
  return { parts: whole([...mine, ...tiers]), uncapped: earnedOn(mine) + step, rated: added, step };
};

const made = (terms: Terms, booking: Booking, sofar: Sofar, entry: Entry | undefined, taken: Cents): Made => {
  const { net, rateOverride } = booking;
  const apart = booking.excluded || booking.credit === 'override';
  const now = entry ? { ...entry.computed, net: entry.computed.base + entry.computed.over } : booking.original;
  const original = booking.settled ? booking.original : now;
  if (booking.creditOf !== null && original) return fromMemo(booking, original, entry, apart, taken);
  if (apart) {
    const parts = whole([{ net, rate: booking.excluded ? 0 : (rateOverride ?? 0) }]);
    return { kind: 'apart', at: 0, parts, base: net, over: 0, uncapped: earnedOn(parts), rated: 0, step: 0 };
  }
  const kind = rateOverride === null ? 'tiered' : 'own rate';
  const base = baseOf(terms.quota, net, sofar.cum);
  const at = placeOf(terms, booking);
  const over = net - base;
  if (terms.plan.tierMode === 'retroactive') return { kind, at, base, over, ...retroactive(terms, booking, sofar, at) };
  const parts = rateOverride === null ? marginalParts(terms.steps[at] ?? [], net, sofar.cum) : whole([{ net, rate: rateOverride }]);
  return { kind, at, base, over, parts, uncapped: earnedOn(parts), rated: 0, step: 0 };
};

/** A record's cap holds either way and not for memos, which give back what was given; the period's holds for the sum of the records so far. */
const capped = ({ caps }: Plan, amount: Cents, earned: Cents, memo: boolean): Cents => {
  const { perRecord, perPeriod } = caps;
  const one = perRecord === null || memo ? amount : Math.min(perRecord, Math.max(0 - perRecord, amount));
  return perPeriod === null ? one : Math.min(one, Math.max(0, perPeriod - earned));
};

/** Did a cap take from a record? Of one that is only stored, where nothing says so, this tells what its parts and its amount let know. */
export const isCapped = ({ caps }: Plan, parts: readonly Part[], amount: Cents): boolean =>
  (caps.perRecord !== null || caps.perPeriod !== null) && Math.abs(amount) < Math.abs(earnedOn(parts));

/**
 * The commission of one person's records of one quota period (decisions 2.02), in booking order, passed in any order.
 * @param quota of the person in the period, cents (`quotaFor`)
 */
export const computePeriod = (plan: Plan, quota: Cents, bookings: readonly Booking[]): readonly Computed[] => {
  const terms = termsOf(plan, quota);
  const entries = new Map<number, Entry>();
  const takenOf = new Map<number, Cents>();
  let sofar: Sofar = { cum: 0, rated: terms.steps.map(() => 0), ran: 0, earned: 0 };
  for (const booking of ordered(bookings)) {
    const entry = booking.creditOf === null ? undefined : entries.get(booking.creditOf);
    const taken = booking.creditOf === null ? 0 : (takenOf.get(booking.creditOf) ?? 0);
    const { kind, at, parts, base, over, uncapped, rated, step } = made(terms, booking, sofar, entry, taken);
    const memo = booking.creditOf !== null && (entry !== undefined || booking.original !== null);
    if (booking.creditOf !== null) takenOf.set(booking.creditOf, taken + booking.net);
    const amount = capped(plan, uncapped, sofar.earned, memo);
    const computed = { id: booking.id, cum: sofar.cum, quota, parts, base, over, amount, capped: amount !== uncapped };
    entries.set(booking.id, { kind, at, computed, step });
    sofar = {
      cum: sofar.cum + (kind === 'apart' ? 0 : booking.net),
      rated: rated === 0 ? sofar.rated : sofar.rated.map((net, place) => (place === at ? net + rated : net)),
      ran: sofar.ran + step,
      earned: sofar.earned + amount,
    };
  }
  return [...entries.values()].map(({ computed }) => computed);
};
