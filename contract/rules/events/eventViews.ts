import { type EventOnly, type EventViewName, eventOnly } from '../../entities/event.ts';
import { limits } from '../../limits.ts';
import { addDays, type Day, type Period } from '../time/period.ts';
import { utcDay } from '../time/utcDay.ts';

const WEEK = 7;
/** The Monday after this week. */
const nextMonday = (today: Day): Day => addDays(today, (WEEK + 1 - utcDay(today).day()) % WEEK || WEEK);

const spanOf = (name: EventViewName, today: Day): readonly [Day, Day] => {
  const { viewDaysBack, viewDaysAhead, preProgramEmailDays } = limits.events;
  switch (name) {
    case 'today':
      return [today, today];
    case 'next_week':
      return [nextMonday(today), addDays(nextMonday(today), WEEK - 1)];
    case 'to_invoice':
      return [addDays(today, -viewDaysBack), today];
    case 'unassigned':
      return [today, addDays(today, viewDaysAhead)];
    case 'not_ready':
      return [today, addDays(today, preProgramEmailDays)];
  }
};

/** A built-in view of the events: its days, and what it is looked at for. */
export const eventViewOf = (name: EventViewName, today: Day): Readonly<{ period: Period; only: EventOnly | null }> => {
  const [start_date, end_date] = spanOf(name, today);
  return { period: { mode: 'custom', start_date, end_date }, only: eventOnly.find((each) => each === name) ?? null };
};
