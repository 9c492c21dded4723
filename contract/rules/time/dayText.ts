import { period } from '../../messages/lists.ts';
import { type Day, monthIndexOf, type Period, quarterOf, yearOf } from './period.ts';
import { utcDay } from './utcDay.ts';

export const monthName = (day: Day): string => period.months[monthIndexOf(day)] ?? '';

/** 2026-10-05 → October 2026 */
export const monthText = (day: Day): string => utcDay(day).format('MMMM YYYY');

/** decisions 8.06: "Nov 2026" */
export const shortMonthText = (day: Day): string => `${monthName(day)} ${yearOf(day)}`;

/** spec 9.05: "Nov 3, 2026". Built from the text, because a plain date has no time zone that could shift it; the same in every locale. */
export const dayText = (day: Day): string => `${monthName(day)} ${Number(day.slice(8))}, ${yearOf(day)}`;

/** "Monday, Nov 30" */
export const weekdayText = (day: Day): string => utcDay(day).format('dddd, MMM D');

/** "November 2026", "Q4 2026", "2026", or first to last day; a month to date shows its month. */
export const periodText = ({ mode, start_date, end_date }: Period): string => {
  if (mode === 'month') return monthText(start_date);
  if (mode === 'quarter') return `${period.quarters[quarterOf(start_date)]} ${yearOf(start_date)}`;
  if (mode === 'year') return String(yearOf(start_date));
  return `${dayText(start_date)} – ${dayText(end_date)}`;
};

/** As `periodText`, with a short month: "Nov 2026" */
export const shortPeriodText = (period: Period): string =>
  period.mode === 'month' ? shortMonthText(period.start_date) : periodText(period);
