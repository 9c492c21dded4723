import { commissionStatusBadges } from '../../../entities/commission.ts';
import { fill, messages } from '../../../messages.ts';
import { dayText } from '../../time/dayText.ts';
import { addDays } from '../../time/period.ts';
import { joinWithAnd } from '../clauses/joinWords.ts';
import type { Release } from '../plan.ts';
import { waitsForPayment } from '../release.ts';
import { creditedOf, type Facts, holdOn, releasingInvoiceOf, type Standing } from './facts.ts';
import type { CommissionReason } from './reason.ts';
import { percent, usd } from './wording.ts';

const t = messages.recordSentence;

const recordWords = messages.recordWords;
type Invoice = (typeof recordWords)['sale' | 'memo'];
type Payout = (typeof recordWords)['paidOut' | 'takenBack'];
type Words = Readonly<Record<'invoice' | 'received' | 'isReceived' | 'fully' | 'payment' | 'wentBack' | 'rule', string> & Payout>;

const wordsOf = (facts: Facts, { earned }: Standing): Words => {
  const { gross, number, release } = releasingInvoiceOf(facts);
  const invoiceWords: Invoice = gross < 0 ? recordWords.memo : recordWords.sale;
  return {
    ...invoiceWords,
    ...(earned < 0 ? recordWords.takenBack : recordWords.paidOut),
    invoice: fill(facts.original ? recordWords.original : invoiceWords.invoice, { number }),
    rule: facts.emptied ? recordWords.emptied : ruleOf(release, invoiceWords),
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

const unsignedUsd = (cents: number): string => usd(Math.abs(cents));
const capitalize = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1);
const days = (count: number): string => (count === 1 ? t.day : fill(t.days, { count }));
const joinSentences = (first: string, next: string): string => fill(t.and, { first, next });
/** The released amount, unless everything is released. */
const partlyReleasedText = (released: number): string => (released === 0 ? t.nothing : fill(t.only, { amount: unsignedUsd(released) }));

/** A credit is not a payment, so the sentence states it separately from the money received. */
const fullyPaidSentence = (facts: Facts, { received }: Standing, { invoice, fully, received: receivedWord }: Words): string => {
  const credited = creditedOf(facts);
  return credited === 0
    ? fill(t.isFully, { invoice, fully })
    : fill(t.paidAndCredited, { invoice, amount: unsignedUsd(received), received: receivedWord, credited: usd(credited) });
};

const waitingSentence = (facts: Facts, standing: Standing, words: Words): string => {
  const { nextRelease, received, waiting: term } = standing;
  const { bookingDate } = releasingInvoiceOf(facts);
  const { when, waitDays } = term;
  const day = dayText(nextRelease ?? addDays(bookingDate, waitDays));
  const wait = days(waitDays);
  if (when === 'on_booking' && waitDays === 0) return fill(t.onBooking, { day });
  if (when === 'on_booking') return fill(t.afterBooking, { wait, day });
  if (when === 'year_end' && waitDays === 0) return fill(t.yearEnd, { share: 'share' in term ? percent(Number(term.share)) : t.all, day });
  const { invoice, received: receivedWord, payment } = words;
  const state =
    when !== 'proportional_to_payments'
      ? fullyPaidSentence(facts, standing, words)
      : fill(t.hasReceived, { invoice, amount: unsignedUsd(received), received: receivedWord });
  return fill(t.waits, { state, wait, payment, day });
};

/** True if everything is released although the customer has not paid in full; only a release on booking allows that. */
const isReleasedByBooking = (facts: Facts, { received }: Standing): boolean => {
  const { gross } = releasingInvoiceOf(facts);
  return gross > 0 && received < gross;
};

/** The release on booking has ended because the customer did not pay in time. */
const lapsedSentence = (facts: Facts, { lapse }: Standing, { invoice, fully }: Words): string => {
  if (!lapse) return '';
  const { since, until } = lapse;
  const why = fill(t.lapsed, { invoice, fully, day: dayText(since) });
  if (until === null) return fill(t.lapsedReturns, { why, invoice, fully });
  return fill(facts.asOf <= until ? t.lapsedUntil : t.lapsedForGood, { why, invoice, fully, until: dayText(until) });
};

/** The reason why a part is not released. */
const unreleasedSentence = (facts: Facts, standing: Standing, words: Words): string => {
  const { received, earned, releasedWithoutHold: released, releasedWithoutWait } = standing;
  if (releasedWithoutWait !== released) return waitingSentence(facts, standing, words);
  if (standing.lapse) return lapsedSentence(facts, standing, words);
  if (earned === released) return words.rule;
  const { gross } = releasingInvoiceOf(facts);
  const hasNoReceipt = received === 0 || Math.sign(received) !== Math.sign(gross);
  const amount = hasNoReceipt ? usd(0) : unsignedUsd(received);
  return joinSentences(
    fill(t.hasReceivedOf, { invoice: words.invoice, amount, gross: unsignedUsd(gross), received: words.received }),
    words.rule,
  );
};

const allReleasedSentence = (facts: Facts, standing: Standing, words: Words): string => {
  const why =
    waitsForPayment(releasingInvoiceOf(facts).release) && !isReleasedByBooking(facts, standing)
      ? fullyPaidSentence(facts, standing, words)
      : words.rule;
  return fill(t.released, { why, released: fill(words.releasedAll, { amount: unsignedUsd(standing.earned) }) });
};

/** The customer's money was refunded after the payout: states how much of it is left, and how much is still released. */
const returnedSentence = (facts: Facts, { released, received }: Standing, words: Words): string => {
  const { gross } = releasingInvoiceOf(facts);
  const { invoice, isReceived, wentBack } = words;
  const leftSentence =
    received === 0 || Math.sign(received) !== Math.sign(gross)
      ? fill(t.nothingLeft, { invoice, received: isReceived })
      : fill(t.left, { invoice, amount: unsignedUsd(received), gross: unsignedUsd(gross) });
  return fill(t.returned, { wentBack, left: leftSentence, amount: partlyReleasedText(released), released: words.released });
};

/** Names the person who put the record on hold, with day and reason, and the amount already paid. */
const heldSentence = (facts: Facts, { paid, earned }: Standing, words: Words): string => {
  const hold = holdOn(facts, facts.asOf);
  if (!hold) return words.rule;
  const holdWords = { by: hold.by, day: dayText(hold.from), reason: hold.reason };
  const why = hold.until === null ? fill(t.held, holdWords) : fill(t.heldUntil, { ...holdWords, until: dayText(hold.until) });
  return paid === 0
    ? why
    : joinSentences(fill(t.partPaid, { part: unsignedUsd(paid), amount: unsignedUsd(earned), paid: words.paid }), why);
};

/** More was recovered than was ever paid. */
const owedSentence = ({ released, paid, due }: Standing, words: Words): string =>
  fill(released === 0 ? t.owed : t.owedAndReleased, {
    ...words,
    amount: unsignedUsd(paid),
    part: unsignedUsd(released),
    due: unsignedUsd(due),
  });

/** Explains the record's status in one sentence. */
export const sentenceOf = (facts: Facts, standing: Standing, reason: CommissionReason): string => {
  const words = wordsOf(facts, standing);
  const { earned, released, paid, due, paidOn, adjustments } = standing;
  const { plan, booking, computed, memos } = facts;
  const amounts = { amount: unsignedUsd(earned), part: unsignedUsd(paid), due: unsignedUsd(due), paid: words.paid };
  const partlyPaidSentence = (why: string): string => fill(t.paidBut, { amount: unsignedUsd(paid), paid: words.paid, why });
  const sentence: Record<CommissionReason, () => string> = {
    excluded: () => fill(t.excluded, { plan: plan.name }),
    cap_reached: () => fill(t.capReached, { plan: plan.name }),
    adjusted_to_zero: () => fill(t.adjustedToZero, { adjustments: usd(adjustments), amount: usd(computed.amount) }),
    nothing_earned: () => fill(t.nothingEarned, { invoice: ownInvoice(facts), net: usd(booking.net) }),
    customer_payment: () => unreleasedSentence(facts, standing, words),
    lapsed: () => (paid === 0 ? lapsedSentence(facts, standing, words) : partlyPaidSentence(lapsedSentence(facts, standing, words))),
    held: () => heldSentence(facts, standing, words),
    wait_days: () => waitingSentence(facts, standing, words),
    released: () => (paid === 0 ? joinSentences(allReleasedSentence(facts, standing, words), words.notYet) : owedSentence(standing, words)),
    partly_released: () =>
      joinSentences(
        paid === 0
          ? fill(t.partlyReleased, { ...words, part: unsignedUsd(released), amount: unsignedUsd(earned) })
          : owedSentence(standing, words),
        unreleasedSentence(facts, standing, words),
      ),
    payout_waiting: () => fill(t.payoutWaiting, { ...amounts, waits: words.releasedAndWaits }),
    rest_not_released: () => joinSentences(fill(t.partPaid, amounts), unreleasedSentence(facts, standing, words)),
    paid: () => (paidOn === null ? fill(t.allPaid, amounts) : fill(t.allPaidOn, { ...amounts, day: dayText(paidOn) })),
    payment_returned: () => partlyPaidSentence(returnedSentence(facts, standing, words)),
    adjusted_down: () => partlyPaidSentence(fill(t.adjustedDown, { adjustments: usd(adjustments), amount: usd(earned) })),
    credit_memo: () => partlyPaidSentence(fill(t.creditMemo, { number: memos[0]?.invoiceNumber ?? '', amount: usd(earned) })),
    settled_by_credit: () => {
      const why = fill(t.settledByCredit, { invoice: words.invoice, released: words.released });
      return paid === 0 ? why : partlyPaidSentence(why);
    },
    moved_by_credit: () => fill(t.movedByCredit, { ...words, amount: unsignedUsd(released) }),
    recomputed: () => partlyPaidSentence(fill(t.recomputed, { amount: usd(earned) })),
    paid_in_advance: () =>
      joinSentences(
        partlyPaidSentence(fill(t.releasedPart, { amount: partlyReleasedText(released), released: words.released })),
        unreleasedSentence(facts, standing, words),
      ),
  };
  return fill(t.whole, { status: capitalize(commissionStatusBadges[standing.status].label), why: sentence[reason]() });
};
