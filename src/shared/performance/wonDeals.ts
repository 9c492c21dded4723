import type { Period } from '../../../contract/rules/time/period.ts';

/** Links to the deals closed within a period, optionally only the won ones; of one person, or of everyone the user may see. */
export const toClosedDealsLink = ({ start_date, end_date }: Period, owner = '', state: 'won' | 'all' = 'all'): string =>
  `/deals?${new URLSearchParams({ state, ...(owner === '' ? {} : { person: owner }), closed: `${start_date}..${end_date}` })}`;
export const toWonDealsLink = (period: Period, owner = ''): string => toClosedDealsLink(period, owner, 'won');
