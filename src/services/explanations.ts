import type { EarnedDifference, Explanation, Waterfall } from '../../contract/entities/explanation.ts';
import type { DateRange } from '../../contract/rules/time/period.ts';
import type { Http } from './http.ts';

const path = '/api/v1/commissions';

const questionOf = (userId: string | null, { start_date, end_date }: DateRange) => ({
  ...(userId === null ? {} : { user_id: userId }),
  start_date,
  end_date,
});

/** Announced as `explain`: why a record is what it is, and what changed since the last statement. */
export const createExplanations = (http: Http) => ({
  /** @param asOf a day to replay; empty means now */
  explain: (commissionId: string, asOf: string): Promise<Explanation> =>
    http(`${path}/${encodeURIComponent(commissionId)}/explain`, {
      query: asOf === '' ? {} : { as_of: asOf },
    }),
  changes: (userId: string | null, range: DateRange): Promise<Waterfall> => http(`${path}/changes`, { query: questionOf(userId, range) }),
  difference: (userId: string | null, range: DateRange): Promise<EarnedDifference> =>
    http(`${path}/difference`, { query: questionOf(userId, range) }),
});
