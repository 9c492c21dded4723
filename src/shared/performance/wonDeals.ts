import type { Period } from '../../../contract/rules/time/period.ts';

/** The address of the deals that closed in the very days of a period, won and lost or only the won; of one person, or of all one may read. */
export const closedDeals = ({ start_date, end_date }: Period, owner = '', state: 'won' | 'all' = 'all'): string =>
  `/deals?${new URLSearchParams({ state, ...(owner === '' ? {} : { owner }), closed: `${start_date}..${end_date}` })}`;
export const wonDeals = (period: Period, owner = ''): string => closedDeals(period, owner, 'won');
