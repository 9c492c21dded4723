import type { Cents } from '../money.ts';
import { addDays, type Day, laterDay } from '../time/period.ts';
import { releasedOf } from './commission.ts';
import type { Plan, Release, ReleaseTerm } from './plan.ts';
import { splitNet } from './split.ts';

/** A completed customer payment, negative for a refund. */
export type Receipt = Readonly<{ on: Day; amount: Cents }>;
/**
 * `earned`: commission + approved adjustments. `receipts` are the payments of the invoice and `credits` its credit memos, below
 * zero, in any order; those after the requested day don't count. `saleDay`: booking day of the invoice whose payments release it,
 * if `bookingDate` is that of its credit memo. `moved`: the part of `earned` that other sales owe because credits settled its
 * invoice; it then counts as released. `hasPay`: something was paid out or adjusted on the invoice or its memos.
 */
export type Releasable = Readonly<{
  earned: Cents;
  gross: Cents;
  bookingDate: Day;
  saleDay?: Day;
  receipts: readonly Receipt[];
  credits?: readonly Receipt[];
  moved?: Cents;
  hasPay?: boolean;
}>;

/** For a record no longer credited to anyone: its adjustments do not wait for payments of somebody else's invoice. */
export const uncreditedRelease: Plan['release'] = { when: 'on_booking', waitDays: 0 };

export const receivedBy = (receipts: readonly Receipt[], day: Day): Cents =>
  receipts.reduce((sum, { on, amount }) => (on <= day ? sum + amount : sum), 0);

type PaymentFacts = Pick<Releasable, 'gross' | 'receipts' | 'credits' | 'hasPay'>;

/** Gross amount of an invoice after credit memos up to a day, never below zero. */
export const remainingGross = ({ gross, credits = [] }: Pick<PaymentFacts, 'gross' | 'credits'>, day: Day): Cents =>
  gross <= 0 ? gross : Math.max(0, gross + receivedBy(credits, day));

/** The terms of a release, with their shares. */
export const releaseTermsOf = (release: Release): readonly (ReleaseTerm & Readonly<{ share: number }>)[] =>
  release.parts ?? [{ ...release, share: 1 }];

/** True if a customer payment can release something. */
export const waitsForPayment = (release: Release): boolean =>
  releaseTermsOf(release).some(({ when, lapse }) => when !== 'on_booking' || lapse);

/** The wait after a payment or, without a term that waits for payments, after the booking. */
export const paymentWait = (release: Release): number =>
  (releaseTermsOf(release).find(({ when }) => when !== 'on_booking') ?? release).waitDays;

/**
 * True if credit memos reversed all of an invoice, and either the customer paid nothing, because a credit is not a payment (decisions
 * 2.23), or nobody was paid for it, because a memo only reduces what was not paid out (decisions 2.24).
 */
export const isSettledByCredit = (release: Pick<Release, 'when' | 'parts'>, facts: PaymentFacts, day: Day): boolean => {
  if (facts.gross <= 0 || remainingGross(facts, day) > 0) return false;
  const releasesOnBooking = (release.parts ?? [release]).some(({ when }) => when === 'on_booking');
  return facts.hasPay === false || (!releasesOnBooking && receivedBy(facts.receipts, day) <= 0);
};

/** The share of a release whose terms were settled by credit memos, 0 to 1; a term on booking still releases its part. */
export const settledShare = (release: Release, facts: PaymentFacts, day: Day): number =>
  releaseTermsOf(release).reduce((sum, term) => (isSettledByCredit(term, facts, day) ? sum + term.share : sum), 0);

/** Limits the amount to the range from zero to the earned amount. */
export const clampToEarned = (earned: Cents, cents: Cents): Cents =>
  earned < 0 ? Math.min(0, Math.max(earned, cents)) : Math.max(0, Math.min(earned, cents));

/** True if the invoice was paid in full on a day; a credit is not a payment, but leaves less to pay. */
const isPaidInFull = (facts: PaymentFacts, day: Day): boolean => receivedBy(facts.receipts, day) >= remainingGross(facts, day);

/** The first day on which a release on booking has ended, unless the customer has paid in full by then. */
const lapseDay = ({ lapse }: ReleaseTerm, { bookingDate, saleDay = bookingDate }: Releasable): Day | null =>
  lapse ? addDays(saleDay, lapse.afterDays + 1) : null;

/** True if a release on booking has ended by a day because the customer did not pay in full in time. */
const hasLapsed = ({ lapse }: ReleaseTerm, facts: Releasable, day: Day): boolean => {
  const { gross, bookingDate, saleDay = bookingDate } = facts;
  if (!lapse || gross <= 0 || day <= addDays(saleDay, lapse.afterDays)) return false;
  if (!isPaidInFull(facts, day)) return true;
  if (lapse.returnsWithin === null) return false;
  const last = addDays(saleDay, lapse.returnsWithin);
  return !isPaidInFull(facts, last < day ? last : day);
};

/** True if a part of the release has lapsed, and the last day on which a payment in full would bring it back; null: any day. */
export const lapsedOn = (release: Release, facts: Releasable, day: Day): Readonly<{ since: Day; until: Day | null }> | null => {
  const term = releaseTermsOf(release).find((candidate) => hasLapsed(candidate, facts, day));
  if (!term?.lapse) return null;
  const { bookingDate, saleDay = bookingDate } = facts;
  const { returnsWithin } = term.lapse;
  return { since: lapseDay(term, facts) ?? bookingDate, until: returnsWithin === null ? null : addDays(saleDay, returnsWithin) };
};

const releasedBy = (term: ReleaseTerm, facts: Releasable, day: Day): Cents => {
  const { earned, moved = 0, ...owed } = facts;
  if (isSettledByCredit(term, owed, day)) return clampToEarned(earned, moved);
  return hasLapsed(term, facts, day) ? 0 : releasedOf(term.when, earned, receivedBy(owed.receipts, day), remainingGross(owed, day));
};

/** The amount released on each of the last `waitDays` days, so a bounced payment restarts the wait. */
const releasedForWholeWait = (term: ReleaseTerm, facts: Releasable, asOf: Day): Cents => {
  const { waitDays } = term;
  if (waitDays === 0) return releasedBy(term, facts, asOf);
  const from = addDays(asOf, -waitDays);
  const changes = [...facts.receipts, ...(facts.credits ?? [])].map(({ on }) => on).filter((on) => on > from && on <= asOf);
  const lapse = lapseDay(term, facts);
  if (lapse !== null && lapse > from && lapse <= asOf) changes.push(lapse);
  return [...new Set([from, ...changes])]
    .map((day) => releasedBy(term, facts, day))
    .reduce((smallest, item) => (Math.abs(item) < Math.abs(smallest) ? item : smallest));
};

/** The last day of the sale's year; for a credit memo, its booking day if that is later. */
export const yearEndOf = (saleDay: Day, bookingDate: Day): Day => laterDay(`${saleDay.slice(0, 4)}-12-31`, bookingDate);

/** The first day on which a term may release anything, regardless of payments; '' if any day will do. */
const startOf = ({ when, waitDays }: ReleaseTerm, { gross, bookingDate, saleDay = bookingDate }: Releasable): Day => {
  if (when === 'year_end') return yearEndOf(saleDay, bookingDate);
  // Without a payment to start the wait, the booking starts it; a future booking waits for its day.
  return when === 'on_booking' || gross === 0 ? (waitDays === 0 ? bookingDate : addDays(bookingDate, waitDays)) : '';
};

const termReleasedAt = (term: ReleaseTerm, facts: Releasable, asOf: Day): Cents =>
  asOf < startOf(term, facts) ? 0 : releasedForWholeWait(term, facts, asOf);

/** Adds up the terms, each with its share of the earned amount in whole cents. */
const sumOfTerms = (release: Release, facts: Releasable, released: (term: ReleaseTerm, facts: Releasable) => Cents): Cents => {
  const { parts } = release;
  if (!parts) return released(release, facts);
  const shares = parts.map(({ share }) => share);
  const [earned, moved] = [splitNet(facts.earned, shares), splitNet(facts.moved ?? 0, shares)];
  return parts.reduce((sum, term, index) => sum + released(term, { ...facts, earned: earned[index] ?? 0, moved: moved[index] ?? 0 }), 0);
};

/** The released part of the earned amount on a day, in cents, with the plan's wait counted from the releasing payment (decisions 2.03). */
export const releasedAt = (release: Release, facts: Releasable, asOf: Day): Cents =>
  sumOfTerms(release, facts, (term, part) => termReleasedAt(term, part, asOf));

/** The amount that other sales owe because of a record with the released amount `released`; `facts` exclude it. */
export const movedAmount = (release: Release, facts: Releasable, released: Cents, asOf: Day): Cents => {
  const share = settledShare(release, facts, asOf);
  return share === 0 ? 0 : Math.round((released - releasedAt(release, facts, asOf)) / share);
};

/** The amount that would be released without a wait and without a future booking date. */
export const releasableIgnoringWait = (release: Release, facts: Releasable, asOf: Day): Cents =>
  sumOfTerms(release, facts, (term, part) => releasedBy(term, part, asOf));

/** The first term that still waits for its day as of `asOf`, or else the release itself. */
export const waitingTerm = (release: Release, facts: Releasable, asOf: Day): ReleaseTerm =>
  release.parts?.find((term) => releasedBy(term, facts, asOf) !== termReleasedAt(term, facts, asOf)) ?? release;

/** The next day after `asOf` on which the released amount changes without any new fact; null if that never happens. */
export const nextReleaseDay = (release: Release, facts: Releasable, asOf: Day): Day | null => {
  const currentAmount = releasedAt(release, facts, asOf);
  const { bookingDate } = facts;
  const changes = [...facts.receipts, ...(facts.credits ?? [])].map(({ on }) => on);
  const days = releaseTermsOf(release).flatMap((term) => [
    ...[bookingDate, ...changes].flatMap((day) => [day, addDays(day, term.waitDays)]),
    ...(term.when === 'year_end' ? [startOf(term, facts)] : []),
    lapseDay(term, facts) ?? bookingDate,
  ]);
  return days.filter((day) => day > asOf && releasedAt(release, facts, day) !== currentAmount).sort()[0] ?? null;
};
