import { addDays, type DateRange, type Day, firstOf, monthOf, periodAt, yearOf } from './period.ts';
import { dayOf, utcDay } from './utcDay.ts';

export type CalendarMode = 'month' | 'week';
export type Week = readonly Day[];

const DAYS = 7;

/** The seven days of the week that holds `day`, Sunday first. */
export const weekOf = (day: Day): Week => {
  const sunday = dayOf(utcDay(day).startOf('week'));
  return Array.from({ length: DAYS }, (_, index) => addDays(sunday, index));
};

/** Whole weeks, Sunday first, that hold every day of the month of `day`: four to six of them. */
export const weeksOfMonth = (day: Day): readonly Week[] => {
  const { start_date, end_date } = periodAt('month', day);
  const weeks = utcDay(end_date).endOf('week').diff(utcDay(start_date).startOf('week'), 'week') + 1;
  return Array.from({ length: weeks }, (_, index) => weekOf(addDays(start_date, index * DAYS)));
};

/** What a calendar shows around `anchor`. */
export const calendarWeeks = (mode: CalendarMode, anchor: Day): readonly Week[] =>
  mode === 'month' ? weeksOfMonth(anchor) : [weekOf(anchor)];

/**
 * The days to ask for, so that nothing shown is missing: a day more at both ends,
 * because an event stands on the day of its own zone and a list may cut by another zone's days.
 */
export const calendarRange = (mode: CalendarMode, anchor: Day): DateRange => {
  const days = calendarWeeks(mode, anchor).flat();
  return { start_date: addDays(days[0] ?? anchor, -1), end_date: addDays(days.at(-1) ?? anchor, 1) };
};

/** The anchor one month (its first day) or one week (the same weekday) before or after. */
export const calendarStep = (mode: CalendarMode, anchor: Day, by: -1 | 1): Day =>
  mode === 'month' ? firstOf(yearOf(anchor), monthOf(anchor) + by) : addDays(anchor, by * DAYS);
