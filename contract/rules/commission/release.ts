import type { Cents } from '../money.ts';
import { addDays, type Day } from '../time/period.ts';
import { releasedOf } from './commission.ts';
import type { Plan } from './plan.ts';

/** A completed customer payment, negative when money went back. */
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

/** Of a record of which nobody is credited any more: what was adjusted waits for no payment of an invoice that is another's. */
export const uncredited: Plan['release'] = { when: 'on_booking', waitDays: 0 };

export const receivedBy = (receipts: readonly Receipt[], day: Day): Cents =>
  receipts.reduce((sum, { on, amount }) => (on <= day ? sum + amount : sum), 0);

type Owed = Pick<Releasable, 'gross' | 'receipts' | 'credits' | 'hasPay'>;

/** What credit memos leave of an invoice on a day, never below zero. */
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

/** No more than was earned, and nothing the other way. */
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

/** What has been released on each of the last `waitDays` days: money that bounced in between starts its wait again when it returns. */
const releasedThroughout = (when: Plan['release']['when'], waitDays: number, facts: Releasable, asOf: Day): Cents => {
  if (waitDays === 0) return releasedBy(when, facts, asOf);
  const from = addDays(asOf, -waitDays);
  const changes = [...facts.receipts, ...(facts.credits ?? [])].map(({ on }) => on).filter((on) => on > from && on <= asOf);
  return [...new Set([from, ...changes])]
    .map((day) => releasedBy(when, facts, day))
    .reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least));
};

/** What is released on a day of what was earned, in cents, with the plan's wait counted from the payment that released it (decisions 2.03). */
export const releasedAt = ({ when, waitDays }: Plan['release'], facts: Releasable, asOf: Day): Cents => {
  const { gross, bookingDate } = facts;
  // Where no payment starts the wait, the booking does; one that is dated ahead waits for its day.
  if ((when === 'on_booking' || gross === 0) && asOf < (waitDays === 0 ? bookingDate : addDays(bookingDate, waitDays))) return 0;
  return releasedThroughout(when, waitDays, facts, asOf);
};

/** What would be released if neither a wait nor a booking that is dated ahead held it back. */
export const unwaitedAt = ({ when }: Plan['release'], facts: Releasable, asOf: Day): Cents => releasedBy(when, facts, asOf);

/** The next day after `asOf` on which more or less is released though nothing new happens; null if there is no such day. */
export const releasedOn = (release: Plan['release'], facts: Releasable, asOf: Day): Day | null => {
  const now = releasedAt(release, facts, asOf);
  const changes = [...facts.receipts, ...(facts.credits ?? [])].map(({ on }) => on);
  const days = [facts.bookingDate, ...changes].flatMap((day) => [day, addDays(day, release.waitDays)]);
  return days.filter((day) => day > asOf && releasedAt(release, facts, day) !== now).sort()[0] ?? null;
};
