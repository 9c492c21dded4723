import type { ReleaseOutlook } from '../commission/releaseOutlook.ts';
import type { Cents } from '../money.ts';
import { addDays, type Day, laterDay, type PeriodMode, periodAt } from '../time/period.ts';

/** The ends of the current month, quarter and year. */
export const horizons = ['month', 'quarter', 'year'] as const satisfies readonly PeriodMode[];
export type Horizon = (typeof horizons)[number];

/**
 * How customers pay, in days: `late` from the due day to the last payment, negative if they pay early; `term` from the booking to the last
 * payment, for invoices without a due day and for deals.
 */
export type PaymentHabit = Readonly<{ late: number; term: number }>;

/** An invoice that is later than its customer's habit is expected this many days from today. */
export const OVERDUE_DAYS = 30;
/** An invoice this many days past the customer's usual payment day is doubtful; its day is not forecast. */
export const DOUBTFUL_DAYS = 90;

/**
 * The day on which the customer is expected to pay: by habit, or `OVERDUE_DAYS` from today if that day has passed; null if payment is
 * doubtful.
 */
const paymentDay = (due: Day | null, bookedOn: Day, { late, term }: PaymentHabit, today: Day): Day | null => {
  const usualDay = due === null ? addDays(bookedOn, term) : addDays(due, late);
  if (usualDay >= today) return usualDay;
  return addDays(usualDay, DOUBTFUL_DAYS) < today ? null : addDays(today, OVERDUE_DAYS);
};

/** The day on which the rest of a record is expected to be released; null if unknown. */
export const expectedRelease = (outlook: ReleaseOutlook, bookedOn: Day, habit: PaymentHabit, today: Day): Day | null => {
  if (outlook.kind === 'held') return outlook.until;
  if (outlook.kind === 'waits') return outlook.on;
  if (outlook.kind !== 'unpaid') return null;
  const paidOn = paymentDay(outlook.due, bookedOn, habit, today);
  return paidOn && laterDay(addDays(paidOn, outlook.waitDays), outlook.notBefore ?? today);
};

/** Commission that is earned and not released, in cents. */
export type ExpectedCommission = Readonly<{ amount: Cents; releasedOn: Day | null }>;
/** The weighted commission of an open deal, in cents. */
export type ExpectedDeal = Readonly<{ amount: Cents; earnedOn: Day; releasedOn: Day }>;
export type ExpectedAmounts = Readonly<{ due: Cents; records: readonly ExpectedCommission[]; deals: readonly ExpectedDeal[] }>;
/**
 * Commission at the end of a day, if nothing were paid out until then. `payable` is due today, or expected to be released by then;
 * `unreleased` is earned by then and released later, or on an unknown day.
 */
export type Liability = Readonly<Record<'due' | 'fromRecords' | 'fromDeals' | 'payable' | 'unreleased', Cents>>;

const sum = (amounts: readonly Readonly<{ amount: Cents }>[]): Cents => amounts.reduce((total, { amount }) => total + amount, 0);

export const liabilityAt = (end: Day, { due, records, deals }: ExpectedAmounts): Liability => {
  const isReleased = ({ releasedOn }: ExpectedCommission): boolean => releasedOn !== null && releasedOn <= end;
  const earnedDeals = deals.filter(({ earnedOn }) => earnedOn <= end);
  const fromRecords = sum(records.filter(isReleased));
  const fromDeals = sum(earnedDeals.filter(isReleased));
  const payable = due + fromRecords + fromDeals;
  return { due, fromRecords, fromDeals, payable, unreleased: sum(records) - fromRecords + sum(earnedDeals) - fromDeals };
};

export const liabilities = (today: Day, expected: ExpectedAmounts): Readonly<{ until: Horizon; end: Day } & Liability>[] =>
  horizons.map((until) => {
    const { end_date: end } = periodAt(until, today);
    return { until, end, ...liabilityAt(end, expected) };
  });
