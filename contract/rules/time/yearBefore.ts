import { addDays, type DateRange } from './period.ts';
import { dayOf, utcDay } from './utcDay.ts';

/** The same days one year earlier; the last day of February stays the last day. */
export const yearBefore = ({ start_date, end_date }: DateRange): DateRange => {
  const isMonthEnd = addDays(end_date, 1).endsWith('-01');
  const end = utcDay(end_date).subtract(1, 'year');
  return { start_date: dayOf(utcDay(start_date).subtract(1, 'year')), end_date: dayOf(isMonthEnd ? end.endOf('month') : end) };
};
