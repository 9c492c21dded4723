import type { Period } from '../../../contract/rules/time/period.ts';

/** The address of deals that were won in the period's month, or ever where it is no month; of one person, or of all one may read. */
export const wonDeals = ({ mode, start_date }: Period, owner = ''): string =>
  `/deals?${new URLSearchParams({
    state: 'won',
    ...(owner === '' ? {} : { owner }),
    ...(mode === 'month' ? { close: start_date.slice(0, 7) } : {}),
  })}`;
