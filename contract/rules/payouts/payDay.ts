import { type Day, firstDayOfMonth, lastOf, monthIndexOf, yearOf } from '../time/period.ts';

/** The configured pay day of a month (decisions 2.07): its last day, or the day from 1 to 28. */
export type PayDayRule = 'last_day' | number;

const payDayIn = (rule: PayDayRule, year: number, month: number): Day => {
  if (rule === 'last_day') return lastOf(year, month);
  return `${firstDayOfMonth(year, month).slice(0, 8)}${String(rule).padStart(2, '0')}`;
};

/**
 * The next day on which a payout run pays: today or later, and in a month that no run has paid yet.
 * @param lastRunOn the pay day of the newest run; null without any
 */
export const nextPayDay = (rule: PayDayRule, today: Day, lastRunOn: Day | null): Day => {
  const [year, month] = [yearOf(today), monthIndexOf(today)];
  const isPast = payDayIn(rule, year, month) < today;
  const first = isPast ? month + 1 : month;
  const isPaid = lastRunOn !== null && lastRunOn >= firstDayOfMonth(year, first);
  // firstDayOfMonth carries months beyond December into the next year.
  const next = isPaid ? firstDayOfMonth(yearOf(lastRunOn), monthIndexOf(lastRunOn) + 1) : firstDayOfMonth(year, first);
  return payDayIn(rule, yearOf(next), monthIndexOf(next));
};
