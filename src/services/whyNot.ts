import type { WhyNot } from '../../contract/entities/whyNot.ts';
import type { DateRange } from '../../contract/rules/time/period.ts';
import type { Http } from './http.ts';

/** Feature `why-not`: why an item is missing from the list of one person or of everyone, for a range of days. */
export const createWhyNot = (http: Http) => ({
  ask: (text: string, { start_date, end_date }: DateRange, userId: string | null): Promise<WhyNot> =>
    http('/api/v1/why-not', { query: { q: text, start_date, end_date, ...(userId === null ? {} : { user_id: userId }) } }),
});
