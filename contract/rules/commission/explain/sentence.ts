import { commissionStatusBadges } from '../../../entities/commission.ts';
import { fill, messages } from '../../../messages.ts';
import { dayText } from '../../time/dayText.ts';
import { addDays } from '../../time/period.ts';
import { joinWithAnd } from '../clauses/listed.ts';
import type { Release } from '../plan.ts';
import { waitsForPayment } from '../release.ts';
import { creditedOf, type Facts, holdOn, releasingOf, type Standing } from './facts.ts';
import type { CommissionReason } from './reason.ts';
import { percent, usd } from './wording.ts';

const t = messages.recordSentence;

const recordWords = messages.recordWords;
type Invoice = (typeof recordWords)['sale' | 'memo'];
type Payout = (typeof recordWords)['paidOut' | 'takenBack'];
type Words = Readonly<Record<'invoice' | 'received' | 'isReceived' | 'fully' | 'payment' | 'wentBack' | 'rule', string> & Payout>;

const wordsOf = (facts: Facts, { earned }: Standing): Words => {
  const { gross, number, release } = releasingOf(facts);
  const ofInvoice: Invoice = gross < 0 ? recordWords.memo : recordWords.sale;
  return {
    ...ofInvoice,
    ...(earned < 0 ? recordWords.takenBack : recordWords.paidOut),
    invoice: fill(facts.original ? recordWords.original : ofInvoice.invoice, { number }),
    rule: facts.emptied ? recordWords.emptied : ruleOf(release, ofInvoice),
  };
};

/** "the plan releases 50.0% on booking and 50.0% on full payment" */
const ruleOf = ({ when, parts }: Release, { rules }: Invoice): string => {
  if (!parts) return rules[when];
  const { rule, parts: words } = messages.partRules;
  return fill(rule, { parts: joinWithAnd(parts.map((part) => fill(words[part.when], { share: percent(part.share) }))) });
};

/** The record's own invoice, even if another one releases it. */
const ownInvoice = ({ booking, invoice }: Facts): string =>
  fill((invoice.gross < 0 ? recordWords.memo : recordWords.sale).invoice, { number: booking.invoiceNumber });

const size = (cents: number): string => usd(Math.abs(cents));
const upper = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
const days = (count: number): string => (count === 1 ? t.day : fill(t.days, { count }));
const joined = (first: string, next: string): string => fill(t.and, { first, next });
/** The released amount, if it is not everything. */
const onlyReleased = (released: number): string => (released === 0 ? t.nothing : fill(t.only, { amount: size(released) }));

/** A credit is no payment, so the sentence states it separately from the money received. */
const fullyPaid = (facts: Facts, { received }: Standing, { invoice, fully, received: as }: Words): string => {
  const credited = creditedOf(facts);
  return credited === 0
    ? fill(t.isFully, { invoice, fully })
    : fill(t.paidAndCredited, { invoice, amount: size(received), received: as, credited: usd(credited) });
};

const waiting = (facts: Facts, standing: Standing, words: Words): string => {
  const { nextRelease, received, waiting: term } = standing;
  const { bookingDate } = releasingOf(facts);
  const { when, waitDays } = term;
  const day = dayText(nextRelease ?? addDays(bookingDate, waitDays));
  const wait = days(waitDays);
  if (when === 'on_booking' && waitDays === 0) return fill(t.onBooking, { day });
  if (when === 'on_booking') return fill(t.afterBooking, { wait, day });
  if (when === 'year_end' && waitDays === 0) return fill(t.yearEnd, { share: 'share' in term ? percent(Number(term.share)) : t.all, day });
  const { invoice, received: as, payment } = words;
  const state =
    when !== 'proportional_to_payments'
      ? fullyPaid(facts, standing, words)
      : fill(t.hasReceived, { invoice, amount: size(received), received: as });
  return fill(t.waits, { state, wait, payment, day });
};

/** Everything is released although the customer has not paid in full, which only a release on booking allows. */
const isBookedOnly = (facts: Facts, { received }: Standing): boolean => {
  const { gross } = releasingOf(facts);
  return gross > 0 && received < gross;
};

/** The release on booking has ended because the customer did not pay in time. */
const lapsed = (facts: Facts, { lapse }: Standing, { invoice, fully }: Words): string => {
  if (!lapse) return '';
  const { since, until } = lapse;
  const why = fill(t.lapsed, { invoice, fully, day: dayText(since) });
  if (until === null) return fill(t.lapsedReturns, { why, invoice, fully });
  return fill(facts.asOf <= until ? t.lapsedUntil : t.lapsedForGood, { why, invoice, fully, until: dayText(until) });
};

/** The reason why a part is not released. */
const lacking = (facts: Facts, standing: Standing, words: Words): string => {
  const { received, earned, free: released, unwaited } = standing;
  if (unwaited !== released) return waiting(facts, standing, words);
  if (standing.lapse) return lapsed(facts, standing, words);
  if (earned === released) return words.rule;
  const { gross } = releasingOf(facts);
  const none = received === 0 || Math.sign(received) !== Math.sign(gross);
  const amount = none ? usd(0) : size(received);
  return joined(fill(t.hasReceivedOf, { invoice: words.invoice, amount, gross: size(gross), received: words.received }), words.rule);
};

const allReleased = (facts: Facts, standing: Standing, words: Words): string => {
  const why =
    waitsForPayment(releasingOf(facts).release) && !isBookedOnly(facts, standing) ? fullyPaid(facts, standing, words) : words.rule;
  return fill(t.released, { why, released: fill(words.releasedAll, { amount: size(standing.earned) }) });
};

/** The customer's money was refunded after the payout: states how much of it is left, and how much is still released. */
const returned = (facts: Facts, { released, received }: Standing, words: Words): string => {
  const { gross } = releasingOf(facts);
  const { invoice, isReceived, wentBack } = words;
  const left =
    received === 0 || Math.sign(received) !== Math.sign(gross)
      ? fill(t.nothingLeft, { invoice, received: isReceived })
      : fill(t.left, { invoice, amount: size(received), gross: size(gross) });
  return fill(t.returned, { wentBack, left, amount: onlyReleased(released), released: words.released });
};

/** Names the person who put the record on hold, with day and reason, and the amount already paid. */
const held = (facts: Facts, { paid, earned }: Standing, words: Words): string => {
  const hold = holdOn(facts, facts.asOf);
  if (!hold) return words.rule;
  const holdWords = { by: hold.by, day: dayText(hold.from), reason: hold.reason };
  const why = hold.until === null ? fill(t.held, holdWords) : fill(t.heldUntil, { ...holdWords, until: dayText(hold.until) });
  return paid === 0 ? why : joined(fill(t.partPaid, { part: size(paid), amount: size(earned), paid: words.paid }), why);
};

/** More was recovered than was ever paid. */
const owed = ({ released, paid, due }: Standing, words: Words): string =>
  fill(released === 0 ? t.owed : t.owedAndReleased, {
    ...words,
    amount: size(paid),
    part: size(released),
    due: size(due),
  });

/** Explains the record's status in one sentence. */
export const sentenceOf = (facts: Facts, standing: Standing, reason: CommissionReason): string => {
  const words = wordsOf(facts, standing);
  const { earned, released, paid, due, paidOn, adjustments } = standing;
  const { plan, booking, computed, memos } = facts;
  const amounts = { amount: size(earned), part: size(paid), due: size(due), paid: words.paid };
  const paidBut = (why: string): string => fill(t.paidBut, { amount: size(paid), paid: words.paid, why });
  const says: Record<CommissionReason, () => string> = {
    excluded: () => fill(t.excluded, { plan: plan.name }),
    cap_reached: () => fill(t.capReached, { plan: plan.name }),
    adjusted_to_zero: () => fill(t.adjustedToZero, { adjustments: usd(adjustments), amount: usd(computed.amount) }),
    nothing_earned: () => fill(t.nothingEarned, { invoice: ownInvoice(facts), net: usd(booking.net) }),
    customer_payment: () => lacking(facts, standing, words),
    lapsed: () => (paid === 0 ? lapsed(facts, standing, words) : paidBut(lapsed(facts, standing, words))),
    held: () => held(facts, standing, words),
    wait_days: () => waiting(facts, standing, words),
    released: () => (paid === 0 ? joined(allReleased(facts, standing, words), words.notYet) : owed(standing, words)),
    partly_released: () =>
      joined(
        paid === 0 ? fill(t.partlyReleased, { ...words, part: size(released), amount: size(earned) }) : owed(standing, words),
        lacking(facts, standing, words),
      ),
    payout_waiting: () => fill(t.payoutWaiting, { ...amounts, waits: words.releasedAndWaits }),
    rest_not_released: () => joined(fill(t.partPaid, amounts), lacking(facts, standing, words)),
    paid: () => (paidOn === null ? fill(t.allPaid, amounts) : fill(t.allPaidOn, { ...amounts, day: dayText(paidOn) })),
    payment_returned: () => paidBut(returned(facts, standing, words)),
    adjusted_down: () => paidBut(fill(t.adjustedDown, { adjustments: usd(adjustments), amount: usd(earned) })),
    credit_memo: () => paidBut(fill(t.creditMemo, { number: memos[0]?.invoiceNumber ?? '', amount: usd(earned) })),
    settled_by_credit: () => {
      const why = fill(t.settledByCredit, { invoice: words.invoice, released: words.released });
      return paid === 0 ? why : paidBut(why);
    },
    moved_by_credit: () => fill(t.movedByCredit, { ...words, amount: size(released) }),
    recomputed: () => paidBut(fill(t.recomputed, { amount: usd(earned) })),
    paid_in_advance: () =>
      joined(paidBut(fill(t.releasedPart, { amount: onlyReleased(released), released: words.released })), lacking(facts, standing, words)),
  };
  return fill(t.whole, { status: upper(commissionStatusBadges[standing.status].label), why: says[reason]() });
};
