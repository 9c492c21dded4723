import { type Day, periodAt } from '../../../contract/rules/time/period.ts';
import { toPeriodQuery } from '../../shared/period/periodInUrl.ts';

/** Links to this year's commission records of a customer. */
export const toRecordsLink = (name: string, today: Day): string =>
  `/commissions?${toPeriodQuery(periodAt('year', today), { search: name })}`;

/** Links to the invoices that name the customer. */
export const toInvoicesLink = (name: string, status = ''): string =>
  `/invoices?${new URLSearchParams({ search: name, ...(status === '' ? {} : { status }) })}`;
