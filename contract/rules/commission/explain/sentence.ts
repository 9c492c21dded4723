import { commissionStatusBadges } from '../../../entities/commission.ts';
import { dayText } from '../../time/dayText.ts';
import { addDays } from '../../time/period.ts';
import type { Facts, Standing } from './facts.ts';
import type { Reason } from './reason.ts';
import { usd } from './wording.ts';

type Words = Readonly<
  Record<'invoice' | 'received' | 'fully' | 'payment' | 'wentBack' | 'rule' | 'paid' | 'released' | 'waits' | 'notYet', string>
>;

const rules = {
  invoice_paid_in_full: ['the plan releases on full payment', 'the plan releases on full refund'],
  proportional_to_payments: ['the plan releases in proportion to payments', 'the plan releases in proportion to refunds'],
  on_booking: ['the plan releases on booking', 'the plan releases on booking'],
} as const;

/** A credit memo is refunded where an invoice is paid, and a negative commission is taken back where a positive one is paid out. */
const wordsOf = ({ booking, invoice, plan }: Facts, { earned }: Standing): Words => {
  const memo = invoice.gross < 0;
  const back = earned < 0;
  return {
    invoice: `${memo ? 'credit memo' : 'invoice'} ${booking.invoiceNumber}`,
    received: memo ? 'refunded' : 'received',
    fully: memo ? 'refunded in full' : 'paid in full',
    payment: memo ? 'a refund' : 'a payment',
    wentBack: memo ? 'a refund came back' : 'a customer payment went back',
    rule: rules[plan.release.when][memo ? 1 : 0],
    paid: back ? 'taken back' : 'paid out',
    released: back ? 'is to be taken back' : 'is released',
    waits: back ? 'waits to be taken back' : 'waits for a payout',
    notYet: back ? 'none of it has been taken back yet' : 'none of it has been paid out yet',
  };
};

const size = (cents: number): string => usd(Math.abs(cents));
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

const waiting = ({ plan, booking }: Facts, { nextRelease, received }: Standing, words: Words): string => {
  const { when, waitDays } = plan.release;
  const until = dayText(nextRelease ?? addDays(booking.bookingDate, waitDays));
  if (when === 'on_booking' && waitDays === 0) return `the plan releases on booking, on ${until}`;
  if (when === 'on_booking') return `the plan releases ${days(waitDays)} after booking, on ${until}`;
  const state =
    when === 'invoice_paid_in_full' ? `${words.invoice} is ${words.fully}` : `${words.invoice} has ${size(received)} ${words.received}`;
  return `${state}; the plan waits ${days(waitDays)} after ${words.payment}, until ${until}`;
};

/** What holds back the part that isn't released. */
const lacking = (facts: Facts, standing: Standing, words: Words): string => {
  const { received, earned, released, unwaited } = standing;
  if (unwaited !== released) return waiting(facts, standing, words);
  const none = received === 0 || Math.sign(received) !== Math.sign(facts.invoice.gross);
  return earned === released
    ? words.rule
    : `${words.invoice} has ${none ? '$0.00' : size(received)} of ${size(facts.invoice.gross)} ${words.received}; ${words.rule}`;
};

const releasedWords = (facts: Facts, { earned }: Standing, words: Words): string => {
  const why = facts.plan.release.when === 'on_booking' ? words.rule : `${words.invoice} is ${words.fully}`;
  return `${why}, so ${earned < 0 ? '' : 'all of '}${size(earned)} ${words.released}`;
};

/** Money that went back after the payout: what is left of the customer's money, and of what is released. */
const returned = ({ invoice: { gross } }: Facts, { released, received }: Standing, words: Words): string => {
  const left =
    received === 0 || Math.sign(received) !== Math.sign(gross)
      ? `nothing of ${words.invoice} is ${gross < 0 ? 'refunded' : 'paid'} any more`
      : `${words.invoice} has ${size(received)} of ${size(gross)} left`;
  return `${words.wentBack}: ${left}, so ${released === 0 ? 'nothing' : `only ${size(released)}`} ${words.released}`;
};

/** More went the other way than ever was paid. */
const owed = ({ earned, released, paid, due }: Standing, words: Words): string => {
  const [there, here] = earned < 0 ? ['paid out', 'taken back'] : ['taken back', 'paid out'];
  return `${size(paid)} more was ${there} than was ${here}${released === 0 ? '' : `, and ${size(released)} ${words.released}`}, so ${size(due)} ${words.waits}`;
};

/** Why the record stands as it does, in one sentence. */
export const sentenceOf = (facts: Facts, standing: Standing, reason: Reason): string => {
  const words = wordsOf(facts, standing);
  const { earned, released, paid, due, paidOn, adjustments } = standing;
  const { plan, booking, computed, memos } = facts;
  const says: Record<Reason, () => string> = {
    excluded: () => `nothing to pay; plan "${plan.name}" excludes this customer`,
    cap_reached: () => `nothing to pay; a cap of plan "${plan.name}" is reached`,
    adjusted_to_zero: () => `nothing to pay; adjustments of ${usd(adjustments)} balance the commission of ${usd(computed.amount)}`,
    nothing_earned: () => `nothing to pay; ${words.invoice} earned $0.00 on net revenue of ${usd(booking.net)}`,
    customer_payment: () => lacking(facts, standing, words),
    wait_days: () => waiting(facts, standing, words),
    released: () => (paid === 0 ? `${releasedWords(facts, standing, words)}; ${words.notYet}` : owed(standing, words)),
    partly_released: () =>
      paid === 0
        ? `${size(released)} of ${size(earned)} ${words.released} and ${words.notYet}; ${lacking(facts, standing, words)}`
        : `${owed(standing, words)}; ${lacking(facts, standing, words)}`,
    payout_waiting: () =>
      `${size(paid)} of ${size(earned)} was ${words.paid}; another ${size(due)} ${earned < 0 ? '' : `${words.released} and `}${words.waits}`,
    rest_not_released: () => `${size(paid)} of ${size(earned)} was ${words.paid}; ${lacking(facts, standing, words)}`,
    paid: () => `all of ${size(earned)} was ${words.paid}${paidOn === null ? '' : `, last on ${dayText(paidOn)}`}`,
    payment_returned: () => `${size(paid)} was ${words.paid}, but ${returned(facts, standing, words)}`,
    adjusted_down: () => `${size(paid)} was ${words.paid}, but with adjustments of ${usd(adjustments)} the record is worth ${usd(earned)}`,
    credit_memo: () =>
      `${size(paid)} was ${words.paid}, but credit memo ${memos[0]?.invoiceNumber ?? ''} took revenue back and the record is worth ${usd(earned)}`,
    recomputed: () => `${size(paid)} was ${words.paid}, but the record has since been recomputed to ${usd(earned)}`,
    paid_in_advance: () =>
      `${size(paid)} was ${words.paid}, but ${released === 0 ? 'nothing' : `only ${size(released)}`} ${words.released}; ${lacking(facts, standing, words)}`,
  };
  return `${upper(commissionStatusBadges[standing.status].label)}: ${says[reason]()}.`;
};
