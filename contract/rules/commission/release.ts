import type { Cents } from '../money.ts';
import { addDays, type Day } from '../time/period.ts';
import { releasedOf } from './commission.ts';
import type { Plan } from './plan.ts';

/** A completed customer payment, negative when money went back. */
export type Receipt = Readonly<{ on: Day; amount: Cents }>;
/** `earned`: commission + approved adjustments. Receipts are those of the invoice, in any order; later ones than the day asked about don't count. */
export type Releasable = Readonly<{ earned: Cents; gross: Cents; bookingDate: Day; receipts: readonly Receipt[] }>;

/** Of a record of which nobody is credited any more: what was adjusted waits for no payment of an invoice that is another's. */
export const uncredited: Plan['release'] = { when: 'on_booking', waitDays: 0 };

export const receivedBy = (receipts: readonly Receipt[], day: Day): Cents =>
  receipts.reduce((sum, { on, amount }) => (on <= day ? sum + amount : sum), 0);

/** What has been there on each of the last `waitDays` days: money that bounced in between starts its wait again when it returns. */
const settled = (receipts: readonly Receipt[], gross: Cents, waitDays: number, asOf: Day): Cents => {
  if (waitDays === 0) return receivedBy(receipts, asOf);
  const from = addDays(asOf, -waitDays);
  const days = new Set([from, ...receipts.map(({ on }) => on).filter((on) => on > from && on <= asOf)]);
  const balances = [...days].map((day) => receivedBy(receipts, day));
  return gross < 0 ? Math.max(...balances) : Math.min(...balances);
};

/** What is released on a day of what was earned, in cents, with the plan's wait counted from the payment that released it (decisions 2.03). */
export const releasedAt = ({ when, waitDays }: Plan['release'], { earned, gross, bookingDate, receipts }: Releasable, asOf: Day): Cents => {
  // Where no payment starts the wait, the booking does; one that is dated ahead waits for its day.
  if ((when === 'on_booking' || gross === 0) && asOf < (waitDays === 0 ? bookingDate : addDays(bookingDate, waitDays))) return 0;
  return releasedOf(when, earned, settled(receipts, gross, waitDays, asOf), gross);
};

/** What would be released if neither a wait nor a booking that is dated ahead held it back. */
export const unwaitedAt = ({ when }: Plan['release'], { earned, gross, receipts }: Releasable, asOf: Day): Cents =>
  releasedOf(when, earned, receivedBy(receipts, asOf), gross);

/** The next day after `asOf` on which more or less is released though nothing new happens; null if there is no such day. */
export const releasedOn = (release: Plan['release'], facts: Releasable, asOf: Day): Day | null => {
  const now = releasedAt(release, facts, asOf);
  const days = [facts.bookingDate, ...facts.receipts.map(({ on }) => on)].flatMap((day) => [day, addDays(day, release.waitDays)]);
  return days.filter((day) => day > asOf && releasedAt(release, facts, day) !== now).sort()[0] ?? null;
};
