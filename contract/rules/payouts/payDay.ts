import { type Day, earlierDay, firstDayOfMonth, lastDayOfMonth, laterDay, monthIndexOf, yearOf } from '../time/period.ts';
import { utcDay } from '../time/utcDay.ts';

/** The configured pay day of a month (decisions 2.07): its last day, or the day from 1 to 28. */
export type PayDayRule = 'last_day' | number;

/** The first day of the month that a run pays, and the day on which it pays. */
export type PaidMonth = Readonly<{ month: Day; pay_on: Day }>;

/** `month`: an index, which may lie outside 0 to 11 and carries into the years around. */
const payDayIn = (rule: PayDayRule, year: number, month: number): Day => {
  const first = firstDayOfMonth(year, month);
  if (rule === 'last_day') return lastDayOfMonth(yearOf(first), monthIndexOf(first));
  return `${first.slice(0, 8)}${String(rule).padStart(2, '0')}`;
};

const nearestTo = (day: Day, others: readonly Day[]): Day => {
  const distance = (other: Day): number => Math.abs(utcDay(day).diff(utcDay(other), 'day'));
  return others.reduce((a, b) => (distance(b) < distance(a) ? b : a));
};

const around = (rule: PayDayRule, day: Day, months: readonly number[]): Day[] =>
  months.map((month) => payDayIn(rule, yearOf(day), monthIndexOf(day) + month));

/** The pay day that a run is for: the nearest one, because a run may slip by some days. */
const payDayOf = (rule: PayDayRule, runOn: Day): Day => nearestTo(runOn, around(rule, runOn, [-1, 0, 1]));

/**
 * The next day on which a payout run pays: today or later, and after the pay day that the newest run was for.
 * @param lastRunOn the day on which the newest run pays; null without any
 */
export const nextPayDay = (rule: PayDayRule, today: Day, lastRunOn: Day | null): Day => {
  const paid = lastRunOn === null ? null : payDayOf(rule, lastRunOn);
  const start = paid !== null && paid > today ? paid : today;
  const next = around(rule, start, [0, 1, 2]).find((day) => day >= today && (paid === null || day > paid));
  return next ?? start;
};

const monthOf = (day: Day, monthsBefore = 0): Day => firstDayOfMonth(yearOf(day), monthIndexOf(day) - monthsBefore);

/** True if runs pay the month before: as the newest run did or, without any run, on a fixed day of the month. */
const isPaidInArrears = (rule: PayDayRule, last: PaidMonth | null): boolean =>
  last === null ? rule !== 'last_day' : last.month < monthOf(payDayOf(rule, last.pay_on));

/**
 * The month and pay day of the next payout run; no run is for a month to come. It pays in arrears if the newest run did.
 */
export const nextPaidMonth = (rule: PayDayRule, today: Day, last: PaidMonth | null): PaidMonth => {
  const payOn = nextPayDay(rule, today, last?.pay_on ?? null);
  return { month: earlierDay(monthOf(payOn, isPaidInArrears(rule, last) ? 1 : 0), monthOf(today)), pay_on: payOn };
};

/** The pay days of a company: its rule, and the newest payout run. */
export type PayDays = Readonly<{ rule: PayDayRule; last: PaidMonth | null }>;

/** The first pay day on which a payout run can pay a record: the record is due, and its month is paid. */
export const payDayOfRecord = (
  { rule, last }: PayDays,
  today: Day,
  { bookedOn, dueOn }: Readonly<Record<'bookedOn' | 'dueOn', Day>>,
): Day => {
  const firstDay = monthOf(bookedOn, isPaidInArrears(rule, last) ? -1 : 0);
  return nextPayDay(rule, [today, dueOn, firstDay].reduce(laterDay), last?.pay_on ?? null);
};
