import { type CommissionStatus, commissionStatusBadges } from '../../../entities/commission.ts';
import type { WhyNotCode, WhyNotReason } from '../../../entities/whyNot.ts';
import { fill, messages } from '../../../messages.ts';
import type { Cents } from '../../money.ts';
import { dayText } from '../../time/dayText.ts';
import type { DateRange, Day } from '../../time/period.ts';
import { usd } from './wording.ts';

const t = messages.whyNot;

/** The current state of an invoice expected on a list; money in cents. */
export type ExpectedInvoice = Readonly<{
  state: 'draft' | 'sent' | 'cancelled';
  bookingDate: Day;
  /** The total after credits, and the received part of it. */
  gross: Cents;
  received: Cents;
  /** The invoice's owner; null: nobody yet. `since`: the day it changed owner, if it did. */
  owner: Readonly<{ name: string; since: Day | null }> | null;
  /** True if it is credited to the person whose list this is, or the list covers everybody. */
  isTheirs: boolean;
  beginsOn: Day | null;
  isEmployed: boolean;
  /** True if the owner had a selling role on the booking date (decisions 3.07). */
  isSelling: boolean;
  hasPlan: boolean;
  /** True for a credit memo whose original has no record of the person (decisions 2.23). */
  isMemoWithoutRecord?: boolean;
  pending: boolean;
  record: Readonly<{ id: string; status: CommissionStatus; reason: string }> | null;
}>;

type Words = Readonly<Record<string, string>>;
const reason = (code: WhyNotCode, words: Words = {}, overrides: Partial<WhyNotReason> = {}): WhyNotReason => ({
  code,
  sentence: fill(t.reasons[code], words),
  who: t.who[code],
  ...overrides,
});

/** The first reason why no record exists. */
const withoutRecord = (invoice: ExpectedInvoice): WhyNotReason[] => {
  const { state, owner, isTheirs, bookingDate, beginsOn, hasPlan, pending } = invoice;
  if (state === 'draft') return [reason('draft')];
  if (state === 'cancelled') return [reason('cancelled')];
  if (owner === null) return [reason('unassigned')];
  if (!isTheirs) {
    const words = { owner: owner.name, day: owner.since === null ? '' : dayText(owner.since) };
    return [{ ...reason('owner', words), ...(owner.since === null ? {} : { sentence: fill(t.reasons.ownerSince, words) }) }];
  }
  if (beginsOn !== null && bookingDate < beginsOn) return [reason('before_books', { day: dayText(bookingDate), begin: dayText(beginsOn) })];
  if (pending) return [reason('computing')];
  if (invoice.isMemoWithoutRecord) return [reason('memo_without_record')];
  const words = { owner: owner.name, day: dayText(bookingDate) };
  if (!invoice.isEmployed) return [reason('not_employed', words)];
  if (!invoice.isSelling) return [reason('not_selling', words)];
  return hasPlan ? [] : [reason('no_plan', words)];
};

/** All reasons why an invoice is not on a list for those days, or what it still waits for, and who can change that. */
export const reasonsOfInvoice = (invoice: ExpectedInvoice, { start_date, end_date }: DateRange): WhyNotReason[] => {
  const { bookingDate, record, gross, received, pending } = invoice;
  const isOutside = bookingDate < start_date || bookingDate > end_date;
  const place: Partial<WhyNotReason> = record ? { ref: { kind: 'record', id: record.id }, day: bookingDate } : {};
  const outside = isOutside
    ? [reason('outside', { day: dayText(bookingDate), start: dayText(start_date), end: dayText(end_date) }, place)]
    : [];
  if (record === null || !invoice.isTheirs || invoice.state !== 'sent') return [...withoutRecord(invoice), ...outside];
  const computing = pending ? [reason('computing')] : [];
  if (record.reason === 'excluded') return [...outside, reason('excluded', {}, place), ...computing];
  if (record.reason === 'settled_by_credit') return [...outside, reason('settled_by_credit', {}, place), ...computing];
  if (record.status === 'not_due' && Math.abs(received) < Math.abs(gross))
    return [...outside, reason('not_paid', { received: usd(Math.abs(received)), gross: usd(Math.abs(gross)) }, place), ...computing];
  if (isOutside) return [...outside, ...computing];
  return [reason('listed', { status: commissionStatusBadges[record.status].label.toLowerCase() }, place), ...computing];
};

/** For readers who may not see the invoice until it is theirs. */
export const reasonOfArrived = (): WhyNotReason => ({ code: 'unassigned', sentence: t.reasons.arrived, who: t.who.arrived });
/** The reason why a deal without an invoice is not on a list. */
export const reasonOfDeal = (state: 'open' | 'won' | 'lost'): WhyNotReason =>
  state === 'won'
    ? reason('not_invoiced')
    : state === 'lost'
      ? { code: 'not_won', sentence: t.reasons.lost, who: t.who.lost }
      : reason('not_won');
export const reasonOfEvent = (): WhyNotReason => reason('not_invoiced');
export const reasonOfRow = (sentence: string): WhyNotReason => reason('quarantined', { reason: sentence });
export const reasonOfHeldRecord = (sentence: string): WhyNotReason => ({ ...reasonOfRow(sentence), who: t.who.held });
