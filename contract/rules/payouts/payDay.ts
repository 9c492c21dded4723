import { type Day, firstDayOfMonth, lastOf, monthIndexOf, yearOf } from '../time/period.ts';
import { utcDay } from '../time/utcDay.ts';

/** The configured pay day of a month (decisions 2.07): its last day, or the day from 1 to 28. */
export type PayDayRule = 'last_day' | number;

/** `month`: an index, which may lie outside 0 to 11 and carries into the years around. */
const payDayIn = (rule: PayDayRule, year: number, month: number): Day => {
  const first = firstDayOfMonth(year, month);
  if (rule === 'last_day') return lastOf(yearOf(first), monthIndexOf(first));
  return `${first.slice(0, 8)}${String(rule).padStart(2, '0')}`;
};

const nearestTo = (day: Day, others: readonly Day[]): Day => {
  const distance = (other: Day): number => Math.abs(utcDay(day).diff(utcDay(other), 'day'));
  return others.reduce((a, b) => (distance(b) < distance(a) ? b : a));
};

/**
 * The next day on which a payout run pays: today or later, and after the pay day that the newest run was for. A run may slip
 * by some days, so it is for the pay day nearest to it.
 * @param lastRunOn the day on which the newest run pays; null without any
 */
export const nextPayDay = (rule: PayDayRule, today: Day, lastRunOn: Day | null): Day => {
  const around = (day: Day, months: readonly number[]): Day[] =>
    months.map((month) => payDayIn(rule, yearOf(day), monthIndexOf(day) + month));
  const paid = lastRunOn === null ? null : nearestTo(lastRunOn, around(lastRunOn, [-1, 0, 1]));
  const start = paid !== null && paid > today ? paid : today;
  const next = around(start, [0, 1, 2]).find((day) => day >= today && (paid === null || day > paid));
  return next ?? start;
};
