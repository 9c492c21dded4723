import type { EventSubset, EventViewName } from '../../entities/event.ts';
import { limits } from '../../limits.ts';
import { addDays, type Day, firstDayOfMonth, monthIndexOf, type Period, yearOf } from '../time/period.ts';
import { utcDay } from '../time/utcDay.ts';

const DAYS_PER_WEEK = 7;
/** The Monday of next week. */
const nextMonday = (today: Day): Day => addDays(today, (DAYS_PER_WEEK + 1 - utcDay(today).day()) % DAYS_PER_WEEK || DAYS_PER_WEEK);

const viewRangeOf = (name: EventViewName, today: Day): readonly [Day, Day] => {
  const { viewDaysBack, viewDaysAhead, preProgramEmailDays } = limits.events;
  switch (name) {
    case 'today':
      return [today, today];
    case 'next_week':
      return [nextMonday(today), addDays(nextMonday(today), DAYS_PER_WEEK - 1)];
    case 'to_invoice':
      return [addDays(today, -viewDaysBack), today];
    case 'unassigned':
      return [today, addDays(today, viewDaysAhead)];
    case 'not_ready':
      return [today, addDays(today, preProgramEmailDays)];
    case 'undated':
      // An event with a month but no day has the first of that month as its day.
      return [firstDayOfMonth(yearOf(today), monthIndexOf(today)), addDays(today, viewDaysAhead)];
  }
};

/** A built-in view of the events: its days and its filter. */
export const eventViewOf = (name: EventViewName, today: Day): Readonly<{ period: Period; only: EventSubset }> => {
  const [start_date, end_date] = viewRangeOf(name, today);
  return { period: { mode: 'custom', start_date, end_date }, only: name === 'today' || name === 'next_week' ? 'dated' : name };
};
