import type { Commission } from '../../contract/entities/commission.ts';
import type { EarnedDifference, Explanation, Waterfall } from '../../contract/entities/explanation.ts';
import { limits } from '../../contract/limits.ts';
import type { DateRange, Day } from '../../contract/rules/time/period.ts';
import { createCache } from './cache.ts';
import type { Http } from './http.ts';

const path = '/api/v1/commissions';

/** One person's, the team's of a manager, or everybody's that may be seen. */
export type Whose = Readonly<{ userId: string | null; ofTeam?: boolean }>;

export const whoseQuery = ({ userId, ofTeam }: Whose): Readonly<Record<string, string>> => {
  if (userId !== null) return { user_id: userId };
  return ofTeam ? { scope: 'team' } : {};
};
const questionOf = (whose: Whose, { start_date, end_date }: DateRange) => ({
  ...whoseQuery(whose),
  start_date,
  end_date,
});
type Question = Readonly<Record<string, string>>;

/**
 * Announced as `explain`: why a record is what it is, and what changed since the last statement.
 * An answer is kept for five minutes, for the row or the summary that the list showed when it was asked: once that reads differently, or once
 * anything was saved here, the server is asked again. While figures are being computed no answer is kept.
 */
export const createExplanations = (http: Http) => {
  const cache = createCache();
  const read = <Answer extends object>(of: string, query: Question, shown: unknown): Promise<Answer> =>
    cache.fetchQuery({
      queryKey: [of, query, shown],
      queryFn: () => http<Answer>(`${path}/${of}`, { query }),
      staleTime: ({ state: { data } }) => (data && 'pending' in data && data.pending ? 0 : limits.query.staleMs),
    });
  return {
    /** @param asOf a day to replay; empty means now. @param known the past day whose knowledge it is told by */
    explain: (row: Commission, asOf: string, known: Day | null = null): Promise<Explanation> =>
      read(
        `${encodeURIComponent(row.id)}/explain`,
        { ...(asOf === '' ? {} : { as_of: asOf }), ...(known === null ? {} : { asOf: known }) },
        row,
      ),
    /** @param shown the summary whose total it explains */
    changes: (whose: Whose, range: DateRange, shown: object): Promise<Waterfall> => read('changes', questionOf(whose, range), shown),
    difference: (whose: Whose, range: DateRange, shown: object): Promise<EarnedDifference> =>
      read('difference', questionOf(whose, range), shown),
    forget: cache.forget,
  };
};
