import type { CommissionStatus } from '../../../entities/commission.ts';
import type { Cents } from '../../money.ts';
import { type PayDays, runOfRecord } from '../../payouts/payDay.ts';
import { hasLeft, type PayLimits } from '../../payouts/runRules.ts';
import { type Day, laterDay } from '../../time/period.ts';
import { commissionStatusFor, dueOf } from '../commission.ts';
import type { Booking, Computed } from '../engine.ts';
import { type HeldDays, isHeldOn, releasedDuringHold } from '../hold.ts';
import type { LeaveEffect } from '../leave.ts';
import type { Plan, ReleaseTerm } from '../plan.ts';
import {
  isSettledByCredit,
  lapsedOn,
  nextReleaseDay,
  type Receipt,
  type Releasable,
  receivedBy,
  releasableIgnoringWait,
  releasedAt,
  remainingGross,
  settledShare,
  waitingTerm,
} from '../release.ts';

/** The row's id, and a sentence about its source; the arithmetic needs neither. */
export type TraceFields = Readonly<{ id?: string; source?: string }>;

/**
 * An invoice whose payments release its commission by a plan's rule; `receipts` are completed payments, `expected` those not completed yet,
 * `credits` its credit memos, below zero.
 */
export type ReleasingInvoice = Readonly<{
  number: string;
  gross: Cents;
  bookingDate: Day;
  receipts: readonly (Receipt & TraceFields)[];
  expected: readonly (Receipt & TraceFields)[];
  credits?: readonly Receipt[];
  release: Plan['release'];
}>;

/** All known facts of a record. Facts after `asOf` may be included and are ignored, so that a past day can be replayed. */
export type Facts = Readonly<{
  commissionId: string;
  asOf: Day;
  plan: Plan;
  /** Index of the plan in its configuration. */
  planIndex?: number;
  /** The record's owner. */
  userId?: string;
  /** Version of the configuration the record was computed with. */
  version: number;
  booking: Booking;
  computed: Computed;
  /** The day of a later change of the amount, and the new amount. */
  laterChange?: Readonly<{ on: Day; amount: Cents }>;
  /** Known only for today: the days on which payout runs pay. */
  payDays?: PayDays | null;
  payLimits?: PayLimits | null;
  /** The effect of leave on its quota. */
  leave?: LeaveEffect | null;
  /** Number of records before it in the quota period. */
  earlier: number;
  /** The part of the invoice credited to this record, a fraction. */
  share: number;
  /** A manual split of the invoice that replaces the plan's: by whom, when and why. */
  split?: Readonly<{ by: string; on: Day; reason: string }> | null;
  /** Its holds, past ones included. */
  holds?: readonly (HeldDays & Readonly<{ by: string; reason: string }>)[];
  /** The whole invoice; `receipts` are completed payments, `expected` those not completed yet. */
  invoice: Readonly<{
    gross: Cents;
    receipts: readonly (Receipt & TraceFields)[];
    expected: readonly (Receipt & TraceFields)[];
    credits?: readonly Receipt[];
    source?: string;
  }>;
  /** For a credit memo: the number of the invoice it reverses. */
  takesBack: string | null;
  takesBackId?: string;
  /** If credits settled the invoice: the amount that other sales of the period have to make up for. */
  moved?: Cents;
  /** True if something was paid out or adjusted on the invoice or its memos. */
  hasPay?: boolean;
  /** For a credit memo with a known original: the invoice whose payments release both. */
  original?: ReleasingInvoice;
  /** True if the invoice is no longer credited to anyone; the record's adjustments and payouts remain. */
  emptied?: boolean;
  /** Credit memos that reverse this invoice. */
  memos: readonly (Readonly<{ invoiceNumber: string; on: Day; net: Cents }> & TraceFields)[];
  /** Approved ones count from their effective day; pending ones are only mentioned. */
  adjustments: readonly (Readonly<{ on: Day; amount: Cents; reason: string; state: 'approved' | 'pending' }> & TraceFields)[];
  /**
   * This record's payout lines, known from day `on`; `payDay`: the planned day; `reversal`: it reverses an earlier one, so it is not a
   * payment itself.
   */
  payouts: readonly (Readonly<{
    on: Day;
    amount: Cents;
    state: 'pending' | 'processing' | 'completed' | 'failed';
    payDay?: Day;
    reversal?: boolean;
  }> &
    TraceFields)[];
}>;

/** The record's amounts on a day. */
export type Standing = Readonly<{
  adjustments: Cents;
  earned: Cents;
  released: Cents;
  /** The amount that would be released without a hold. */
  releasedWithoutHold: Cents;
  held: boolean;
  paid: Cents;
  due: Cents;
  status: CommissionStatus;
  received: Cents;
  /** The amount that would be released without the plan's wait, and the day on which the wait ends. */
  releasedWithoutWait: Cents;
  nextRelease: Day | null;
  /** The term that is still waiting for a day, or the only term of a release without parts. */
  waiting: ReleaseTerm;
  /** Set if the release on booking has ended; `until`: the last day on which a payment brings it back, null if any day does. */
  lapse: Readonly<{ since: Day; until: Day | null }> | null;
  lapsed: boolean;
  paidOn: Day | null;
  /** True if credit memos reversed the whole invoice, and either the customer paid nothing or nobody was paid for it. */
  settledByCredit: boolean;
}>;

/** The first pay day on which the record can be paid if it is due on a day; null on past days. */
export const payDayOf = ({ payDays, booking, asOf }: Pick<Facts, 'payDays' | 'booking' | 'asOf'>, dueOn: Day): Day | null =>
  payDays ? runOfRecord(payDays, asOf, { bookedOn: booking.bookingDate, dueOn }).pay_on : null;

/** True if runs pay only people who are employed, and the record's owner has left by the pay day. */
export const isUnpaidOn = ({ payLimits }: Pick<Facts, 'payLimits'>, payDay: Day): boolean =>
  !!payLimits?.employment && hasLeft(payLimits.employment, payDay);

/** The hold on the record on a day. */
export const holdOn = ({ holds = [] }: Pick<Facts, 'holds'>, day: Day): NonNullable<Facts['holds']>[number] | undefined =>
  holds.find((hold) => isHeldOn(hold, day));

/** A credit memo has the released share of its original (decisions 2.03): what was never released is never reversed. */
export const releasingInvoiceBeforeCredits = ({
  original,
  booking,
  invoice,
  plan,
}: Pick<Facts, 'original' | 'booking' | 'invoice' | 'plan'>): ReleasingInvoice =>
  original ?? { number: booking.invoiceNumber, bookingDate: booking.bookingDate, release: plan.release, ...invoice };

/** The releasing invoice, with its gross amount reduced by credit memos up to the day. */
export const releasingInvoiceOf = (facts: Pick<Facts, 'original' | 'booking' | 'invoice' | 'plan' | 'asOf'>): ReleasingInvoice => {
  const whole = releasingInvoiceBeforeCredits(facts);
  return { ...whole, gross: remainingGross(whole, facts.asOf) };
};

/** Credit memos on the releasing invoice up to the day, as a positive number of cents. */
export const creditedOf = (facts: Pick<Facts, 'original' | 'booking' | 'invoice' | 'plan' | 'asOf'>): Cents =>
  releasingInvoiceBeforeCredits(facts).gross - releasingInvoiceOf(facts).gross;

/** The facts that release a record on the day; `extraReceipts`: customer payments in addition to the recorded ones. */
export const releasableIn = (facts: Facts, earned: Cents, adjustments: Cents, extraReceipts: readonly Receipt[] = []): Releasable => {
  const { asOf, booking, moved = 0, hasPay = true } = facts;
  const { gross, bookingDate, receipts, credits = [] } = releasingInvoiceBeforeCredits(facts);
  return {
    earned,
    gross,
    bookingDate: laterDay(bookingDate, booking.bookingDate),
    saleDay: bookingDate,
    receipts: [...receipts.filter(({ on }) => on <= asOf), ...extraReceipts],
    credits: credits.filter(({ on }) => on <= asOf),
    hasPay,
    ...(moved === 0 ? {} : { moved: moved + adjustments }),
  };
};

export const standingOf = (all: Facts): Standing => {
  const { asOf, computed, ...facts } = all;
  const { release } = releasingInvoiceBeforeCredits(all);
  const knownRows = <T extends { on: Day }>(rows: readonly T[]): T[] => rows.filter(({ on }) => on <= asOf);
  const sum = (rows: readonly { amount: Cents }[]): Cents => rows.reduce((total, { amount }) => total + amount, 0);
  const adjustments = sum(knownRows(facts.adjustments).filter(({ state }) => state === 'approved'));
  const completed = knownRows(facts.payouts).filter(({ state }) => state === 'completed');
  const earned = computed.amount + adjustments;
  const releasable = releasableIn(all, earned, adjustments);
  const releasedWithoutHold = releasedAt(release, releasable, asOf);
  const paid = sum(completed);
  const held = holdOn(facts, asOf) !== undefined;
  const released = held ? releasedDuringHold(earned, releasedWithoutHold, paid) : releasedWithoutHold;
  const lapse = lapsedOn(release, releasable, asOf);
  return {
    adjustments,
    earned,
    released,
    releasedWithoutHold,
    held,
    paid,
    due: dueOf(earned, released, paid),
    status: commissionStatusFor(earned, released, paid),
    received: receivedBy(releasable.receipts, asOf),
    releasedWithoutWait: releasableIgnoringWait(release, releasable, asOf),
    nextRelease: nextReleaseDay(release, releasable, asOf),
    waiting: waitingTerm(release, releasable, asOf),
    lapse,
    lapsed: lapse !== null,
    settledByCredit:
      isSettledByCredit(release, releasable, asOf) || (releasable.moved !== undefined && settledShare(release, releasable, asOf) > 0),
    paidOn:
      paid === 0
        ? null
        : (completed
            .filter(({ reversal }) => !reversal)
            .map(({ on }) => on)
            .sort()
            .at(-1) ?? null),
  };
};
