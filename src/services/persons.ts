import type { PersonPage } from '../../contract/entities/personPage.ts';
import type { DateRange } from '../../contract/rules/time/period.ts';
import type { Http } from './http.ts';

/** Feature `person-page`. */
export const createPersons = (http: Http) => ({
  read: (id: string, { start_date, end_date }: DateRange): Promise<PersonPage> =>
    http(`/api/v1/people/${encodeURIComponent(id)}`, { query: { start_date, end_date } }),
});
