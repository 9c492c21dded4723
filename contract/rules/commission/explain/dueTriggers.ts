import type { Explanation } from '../../../entities/explanation.ts';
import { fill, messages } from '../../../messages.ts';
import { type Cents, fromCents } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import type { Day } from '../../time/period.ts';
import { dueOf } from '../commission.ts';
import { paymentWait, releasableIgnoringWait, waitsForPayment } from '../release.ts';
import { type Facts, holdOn, isUnpaidOn, payDayOf, releasableIn, releasingInvoiceOf, type Standing, standingOf } from './facts.ts';
import { usd } from './wording.ts';

const t = messages.dueChangeText;

/**
 * The smallest change that makes a record due: a day to wait for, or a further customer payment, in cents (a refund for a credit memo).
 * `all`: it releases all of the record. Null if neither would help.
 */
export type DueTrigger = Readonly<{ kind: 'day'; on: Day }> | Readonly<{ kind: 'payment'; amount: Cents; all: boolean }>;

/** The smallest amount from 1 to `maxAmount` that meets the monotone condition `isEnough`; null if none does. */
const smallestAmount = (maxAmount: Cents, isEnough: (amount: Cents) => boolean): Cents | null => {
  if (maxAmount < 1 || !isEnough(maxAmount)) return null;
  let [low, high] = [1, maxAmount];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** During a hold, only its last day can make the record due; anything not released by then is reported for that day. */
const triggersDuringHold = (facts: Facts, { due }: Standing, until: Day | null): readonly DueTrigger[] =>
  until !== null && Math.abs(standingOf({ ...facts, asOf: until }).due) > Math.abs(due) ? [{ kind: 'day', on: until }] : [];

/** The changes that would make more of the record due, nearest first. */
export const dueTriggersOf = (facts: Facts, standing: Standing = standingOf(facts)): readonly DueTrigger[] => {
  const hold = holdOn(facts, facts.asOf);
  if (hold) return triggersDuringHold(facts, standing, hold.until);
  const { release, gross } = releasingInvoiceOf(facts);
  const { adjustments, earned, paid, due, released, releasedWithoutWait, received, nextRelease } = standing;
  const dueWith = (cents: Cents): Cents => dueOf(earned, cents, paid);
  const dayTriggers: DueTrigger[] =
    released !== releasedWithoutWait && nextRelease !== null && Math.abs(dueWith(releasedWithoutWait)) > Math.abs(due)
      ? [{ kind: 'day', on: nextRelease }]
      : [];
  const sign = gross < 0 ? -1 : 1;
  const missing = sign * (gross - received);
  if (!waitsForPayment(release) || releasedWithoutWait === earned || missing < 1) return dayTriggers;
  const dueAfterPayment = (amount: Cents): Cents =>
    dueWith(
      releasableIgnoringWait(release, releasableIn(facts, earned, adjustments, [{ on: facts.asOf, amount: sign * amount }]), facts.asOf),
    );
  const maxAmount = Math.max(Math.abs(due), Math.abs(dueWith(releasedWithoutWait)));
  const smallestPayment = smallestAmount(missing, (amount) => Math.abs(dueAfterPayment(amount)) > maxAmount);
  if (smallestPayment === null) return dayTriggers;
  const firstPayment: DueTrigger[] =
    maxAmount === 0 ? [{ kind: 'payment', amount: smallestPayment, all: smallestPayment === missing }] : [];
  const fullPayment: DueTrigger[] = maxAmount === 0 && smallestPayment === missing ? [] : [{ kind: 'payment', amount: missing, all: true }];
  return [...dayTriggers, ...firstPayment, ...fullPayment];
};

type RequiredChange = NonNullable<Explanation['takes']>[number];

const describeDay = (facts: Facts, on: Day): string => {
  const payDay = payDayOf(facts, on);
  const day = dayText(on);
  if (payDay === null) return fill(t.day, { day });
  if (isUnpaidOn(facts, payDay)) return fill(t.dayUnpaid, { day });
  return payDay === on ? fill(t.payDay, { day }) : fill(t.dayAndPayDay, { day, payDay: dayText(payDay) });
};

const toRequiredChange = (facts: Facts, trigger: DueTrigger): RequiredChange => {
  if (trigger.kind === 'day') return { kind: 'day', amount: null, sentence: describeDay(facts, trigger.on) };
  const { release, gross, number } = releasingInvoiceOf(facts);
  const waitDays = paymentWait(release);
  const words = gross < 0 ? t.refund : t.payment;
  const sentence = fill(trigger.all && gross >= 0 && release.when === 'proportional_to_payments' ? t.all : words, {
    amount: usd(trigger.amount),
    number,
  });
  return {
    kind: 'payment',
    amount: fromCents(trigger.amount),
    sentence: waitDays === 0 ? sentence : fill(t.thenWaits, { sentence, days: waitDays }),
  };
};

/** The same changes in sentences. */
export const requiredChangesOf = (facts: Facts, standing: Standing): RequiredChange[] =>
  dueTriggersOf(facts, standing).map((need) => toRequiredChange(facts, need));
