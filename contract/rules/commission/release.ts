import type { Cents } from '../money.ts';
import { addDays, type Day } from '../time/period.ts';
import { releasedOf } from './commission.ts';
import type { Plan } from './plan.ts';

/** A completed customer payment, negative for a refund. */
export type Receipt = Readonly<{ on: Day; amount: Cents }>;
/**
 * `earned`: commission + approved adjustments. `receipts` are the payments of the invoice and `credits` its credit memos, below zero, in any
 * order; later ones than the day asked about don't count. `moved`: what of `earned` other sales
 * owe by it, though credits settled its invoice; it is released then. `hasPay`: something was paid out or adjusted on the invoice or its memos.
 */
export type Releasable = Readonly<{
  earned: Cents;
  gross: Cents;
  bookingDate: Day;
  receipts: readonly Receipt[];
  credits?: readonly Receipt[];
  moved?: Cents;
  hasPay?: boolean;
}>;

/** For a record that nobody is credited with any longer: its adjustments do not wait for payments of somebody else's invoice. */
export const uncredited: Plan['release'] = { when: 'on_booking', waitDays: 0 };

export const receivedBy = (receipts: readonly Receipt[], day: Day): Cents =>
  receipts.reduce((sum, { on, amount }) => (on <= day ? sum + amount : sum), 0);

type Owed = Pick<Releasable, 'gross' | 'receipts' | 'credits' | 'hasPay'>;

/** Gross amount of an invoice after credit memos up to a day, never below zero. */
export const grossLeft = ({ gross, credits = [] }: Pick<Owed, 'gross' | 'credits'>, day: Day): Cents =>
  gross <= 0 ? gross : Math.max(0, gross + receivedBy(credits, day));

/**
 * True if credit memos took all of an invoice, and the customer paid nothing, because a credit is no payment (decisions 2.23), or nobody was
 * paid for it, because a memo only reduces what was not paid out (decisions 2.24).
 */
export const isSettledByCredit = ({ when }: Pick<Plan['release'], 'when'>, owed: Owed, day: Day): boolean => {
  if (owed.gross <= 0 || grossLeft(owed, day) > 0) return false;
  return owed.hasPay === false || (when !== 'on_booking' && receivedBy(owed.receipts, day) <= 0);
};

/** Limits the amount to the range from zero to the earned amount. */
export const withinEarned = (earned: Cents, cents: Cents): Cents =>
  earned < 0 ? Math.min(0, Math.max(earned, cents)) : Math.max(0, Math.min(earned, cents));

const releasedBy = (
  when: Plan['release']['when'],
  { earned, moved = 0, ...owed }: Owed & Pick<Releasable, 'earned' | 'moved'>,
  day: Day,
): Cents =>
  isSettledByCredit({ when }, owed, day)
    ? withinEarned(earned, moved)
    : releasedOf(when, earned, receivedBy(owed.receipts, day), grossLeft(owed, day));

/** The amount released on every one of the last `waitDays` days: after a bounced payment, the wait starts again. */
const releasedThroughout = (when: Plan['release']['when'], waitDays: number, facts: Releasable, asOf: Day): Cents => {
  if (waitDays === 0) return releasedBy(when, facts, asOf);
  const from = addDays(asOf, -waitDays);
  const changes = [...facts.receipts, ...(facts.credits ?? [])].map(({ on }) => on).filter((on) => on > from && on <= asOf);
  return [...new Set([from, ...changes])]
    .map((day) => releasedBy(when, facts, day))
    .reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least));
};

/** The released part of the earned amount on a day, in cents, with the plan's wait counted from the releasing payment (decisions 2.03). */
export const releasedAt = ({ when, waitDays }: Plan['release'], facts: Releasable, asOf: Day): Cents => {
  const { gross, bookingDate } = facts;
  // If no payment starts the wait, the booking does; a future booking waits for its day.
  if ((when === 'on_booking' || gross === 0) && asOf < (waitDays === 0 ? bookingDate : addDays(bookingDate, waitDays))) return 0;
  return releasedThroughout(when, waitDays, facts, asOf);
};

/** The amount that would be released without a wait and without a future booking date. */
export const unwaitedAt = ({ when }: Plan['release'], facts: Releasable, asOf: Day): Cents => releasedBy(when, facts, asOf);

/** The next day after `asOf` on which the released amount changes without any new fact; null if there is no such day. */
export const releasedOn = (release: Plan['release'], facts: Releasable, asOf: Day): Day | null => {
  const now = releasedAt(release, facts, asOf);
  const changes = [...facts.receipts, ...(facts.credits ?? [])].map(({ on }) => on);
  const days = [facts.bookingDate, ...changes].flatMap((day) => [day, addDays(day, release.waitDays)]);
  return days.filter((day) => day > asOf && releasedAt(release, facts, day) !== now).sort()[0] ?? null;
};
