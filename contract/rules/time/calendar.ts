import { addDays, type DateRange, type Day, firstDayOfMonth, monthIndexOf, periodAt, yearOf } from './period.ts';
import { dayOf, utcDay } from './utcDay.ts';

export type CalendarMode = 'month' | 'week';
export type Week = readonly Day[];

const DAYS_PER_WEEK = 7;

/** The seven days of the week that contains `day`, Sunday first. */
export const weekOf = (day: Day): Week => {
  const sunday = dayOf(utcDay(day).startOf('week'));
  return Array.from({ length: DAYS_PER_WEEK }, (_, index) => addDays(sunday, index));
};

/** The four to six whole weeks, Sunday first, that contain every day of the month of `day`. */
export const weeksOfMonth = (day: Day): readonly Week[] => {
  const { start_date, end_date } = periodAt('month', day);
  const weeks = utcDay(end_date).endOf('week').diff(utcDay(start_date).startOf('week'), 'week') + 1;
  return Array.from({ length: weeks }, (_, index) => weekOf(addDays(start_date, index * DAYS_PER_WEEK)));
};

/** The weeks that a calendar shows around `anchor`. */
export const calendarWeeks = (mode: CalendarMode, anchor: Day): readonly Week[] =>
  mode === 'month' ? weeksOfMonth(anchor) : [weekOf(anchor)];

/**
 * The days to request, so that nothing shown is missing: one extra day at both ends, because the calendar places an event on its local day,
 * while a list may end at another zone's midnight.
 */
export const calendarRange = (mode: CalendarMode, anchor: Day): DateRange => {
  const days = calendarWeeks(mode, anchor).flat();
  return { start_date: addDays(days[0] ?? anchor, -1), end_date: addDays(days.at(-1) ?? anchor, 1) };
};

/** The anchor moved by one month (to its first day) or by one week (same weekday). */
export const calendarStep = (mode: CalendarMode, anchor: Day, direction: -1 | 1): Day =>
  mode === 'month' ? firstDayOfMonth(yearOf(anchor), monthIndexOf(anchor) + direction) : addDays(anchor, direction * DAYS_PER_WEEK);
