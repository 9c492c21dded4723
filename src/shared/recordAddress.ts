import { type Day, periodAt } from '../../contract/rules/time/period.ts';
import { toPeriodQuery } from './period/periodInUrl.ts';

/** Links to a commission record, in the month of its booking. */
export const toRecordLink = ({ id, booking_date }: Readonly<{ id: string; booking_date: Day }>): string =>
  `/commissions?${toPeriodQuery(periodAt('month', booking_date), { row: id })}`;
