import { type Day, periodAt } from '../../../contract/rules/time/period.ts';

/** Where a notification leads: the commissions of the month of a day, at a record or an adjustment. */
export const linkTo = (day: Day, what: 'record' | 'adjustment', id: number): string => {
  const { start_date: start, end_date: end } = periodAt('month', day);
  return `/commissions?${new URLSearchParams({ period: 'month', start, end, [what]: String(id) })}`;
};
