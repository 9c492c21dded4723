import type { CommissionStatus } from '../../../entities/commission.ts';
import type { Cents } from '../../money.ts';
import { type Day, later } from '../../time/period.ts';
import { dueOf, statusOf } from '../commission.ts';
import type { Booking, Computed } from '../engine.ts';
import { type HeldDays, heldReleased, isHeldOn } from '../hold.ts';
import type { Plan } from '../plan.ts';
import { grossLeft, isSettledByCredit, type Receipt, receivedBy, releasedAt, releasedOn, unwaitedAt } from '../release.ts';

/** Which row it is, and where it came from, in a sentence; the arithmetic needs neither. */
export type Traced = Readonly<{ id?: string; source?: string }>;

/**
 * An invoice as its payments release what was earned on it, by a plan's rule; `receipts` are completed payments, `expected` those that aren't
 * yet, `credits` its credit memos, below zero.
 */
export type Releasing = Readonly<{
  number: string;
  gross: Cents;
  bookingDate: Day;
  receipts: readonly (Receipt & Traced)[];
  expected: readonly (Receipt & Traced)[];
  credits?: readonly Receipt[];
  release: Plan['release'];
}>;

/** What is known of a record. Facts later than `asOf` may be among them: they are left out, so that a past day can be replayed. */
export type Facts = Readonly<{
  commissionId: string;
  asOf: Day;
  plan: Plan;
  /** Of the plan among those of its configuration. */
  planIndex?: number;
  /** Whose it is. */
  userId?: string;
  /** Of the configuration that the record was computed with. */
  version: number;
  booking: Booking;
  computed: Computed;
  /** Where the amount of that day is not the amount any more: when it became another, and which. */
  later?: Readonly<{ on: Day; amount: Cents }>;
  /** How many records stand before it in the quota period. */
  earlier: number;
  /** Part of the invoice that is credited here, a fraction. */
  share: number;
  /** Where people shared the invoice by hand, in place of the plan: who said so, when and why. */
  split?: Readonly<{ by: string; on: Day; reason: string }> | null;
  /** Its holds, those that ended too. */
  holds?: readonly (HeldDays & Readonly<{ by: string; reason: string }>)[];
  /** The whole invoice; `receipts` are completed payments, `expected` those that aren't yet. */
  invoice: Readonly<{
    gross: Cents;
    receipts: readonly (Receipt & Traced)[];
    expected: readonly (Receipt & Traced)[];
    credits?: readonly Receipt[];
    source?: string;
  }>;
  /** Of a credit memo: the number of the invoice it takes back. */
  takesBack: string | null;
  takesBackId?: string;
  /** Where credits settled the invoice: what other sales of the period owe by it. */
  moved?: Cents;
  /** Something was paid out or adjusted on the invoice or its memos. */
  hasPay?: boolean;
  /** Of a credit memo whose original is known: the invoice whose payments release both. */
  original?: Releasing;
  /** Nobody is credited with the invoice any more: what was adjusted or paid on the record stands by itself. */
  emptied?: boolean;
  /** Credit memos that take this invoice back. */
  memos: readonly (Readonly<{ invoiceNumber: string; on: Day; net: Cents }> & Traced)[];
  /** Approved ones count from the day they took effect; pending ones are only named. */
  adjustments: readonly (Readonly<{ on: Day; amount: Cents; reason: string; state: 'approved' | 'pending' }> & Traced)[];
  /** This record's lines of payouts, known from day `on`; `payDay`: when it is planned for; `reversal`: it takes back an earlier one, and so is no payment of its own. */
  payouts: readonly (Readonly<{
    on: Day;
    amount: Cents;
    state: 'pending' | 'processing' | 'completed' | 'failed';
    payDay?: Day;
    reversal?: boolean;
  }> &
    Traced)[];
}>;

/** The record's money on the day. */
export type Standing = Readonly<{
  adjustments: Cents;
  earned: Cents;
  released: Cents;
  /** What would be released but for a hold. */
  free: Cents;
  held: boolean;
  paid: Cents;
  due: Cents;
  status: CommissionStatus;
  received: Cents;
  /** What would be released but for the plan's wait, and the day that ends it. */
  unwaited: Cents;
  nextRelease: Day | null;
  paidOn: Day | null;
  /** Credit memos took all of the invoice, and the customer paid nothing or nobody was paid for it. */
  settledByCredit: boolean;
}>;

/** The hold that keeps the record on a day. */
export const holdOn = ({ holds = [] }: Pick<Facts, 'holds'>, day: Day): NonNullable<Facts['holds']>[number] | undefined =>
  holds.find((hold) => isHeldOn(hold, day));

/** A credit memo has the released share of its original (decisions 2.03): nothing is taken back of what was never released. */
const wholeReleasing = ({ original, booking, invoice, plan }: Pick<Facts, 'original' | 'booking' | 'invoice' | 'plan'>): Releasing =>
  original ?? { number: booking.invoiceNumber, bookingDate: booking.bookingDate, release: plan.release, ...invoice };

/** The same with the gross amount that credit memos left on the day. */
export const releasingOf = (facts: Pick<Facts, 'original' | 'booking' | 'invoice' | 'plan' | 'asOf'>): Releasing => {
  const whole = wholeReleasing(facts);
  return { ...whole, gross: grossLeft(whole, facts.asOf) };
};

/** What credit memos took of the releasing invoice up to the day, cents above zero. */
export const creditedOf = (facts: Pick<Facts, 'original' | 'booking' | 'invoice' | 'plan' | 'asOf'>): Cents =>
  wholeReleasing(facts).gross - releasingOf(facts).gross;

export const standingOf = (all: Facts): Standing => {
  const { asOf, booking, computed, ...facts } = all;
  const { release, gross, bookingDate, receipts: paidThere, credits = [] } = wholeReleasing(all);
  const past = <T extends { on: Day }>(rows: readonly T[]): T[] => rows.filter(({ on }) => on <= asOf);
  const sum = (rows: readonly { amount: Cents }[]): Cents => rows.reduce((total, { amount }) => total + amount, 0);
  const adjustments = sum(past(facts.adjustments).filter(({ state }) => state === 'approved'));
  const completed = past(facts.payouts).filter(({ state }) => state === 'completed');
  const receipts = past(paidThere);
  const earned = computed.amount + adjustments;
  const { moved = 0, hasPay = true } = facts;
  const taken = moved === 0 ? {} : { moved: moved + adjustments };
  const releasable = {
    earned,
    gross,
    bookingDate: later(bookingDate, booking.bookingDate),
    receipts,
    credits: past(credits),
    hasPay,
    ...taken,
  };
  const free = releasedAt(release, releasable, asOf);
  const paid = sum(completed);
  const held = holdOn(facts, asOf) !== undefined;
  const released = held ? heldReleased(earned, free, paid) : free;
  return {
    adjustments,
    earned,
    released,
    free,
    held,
    paid,
    due: dueOf(earned, released, paid),
    status: statusOf(earned, released, paid),
    received: receivedBy(receipts, asOf),
    unwaited: unwaitedAt(release, releasable, asOf),
    nextRelease: releasedOn(release, releasable, asOf),
    settledByCredit: isSettledByCredit(release, releasable, asOf),
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
