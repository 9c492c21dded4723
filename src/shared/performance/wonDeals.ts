import type { Period } from '../../../contract/rules/time/period.ts';

/** The address of the deals that were won in the very days of a period; of one person, or of all one may read. */
export const wonDeals = ({ start_date, end_date }: Period, owner = ''): string =>
  `/deals?${new URLSearchParams({ state: 'won', ...(owner === '' ? {} : { owner }), closed: `${start_date}..${end_date}` })}`;
