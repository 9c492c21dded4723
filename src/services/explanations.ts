import type { Commission } from '../../contract/entities/commission.ts';
import type { EarnedDifference, Explanation, Waterfall } from '../../contract/entities/explanation.ts';
import { limits } from '../../contract/limits.ts';
import type { DateRange, Day } from '../../contract/rules/time/period.ts';
import { createCache } from './cache.ts';
import type { Http } from './http.ts';

const path = '/api/v1/commissions';

/** One person, a manager's team, or everyone the user may see. */
export type ExplanationOwner = Readonly<{ userId: string | null; ofTeam?: boolean }>;

export const toOwnerQuery = ({ userId, ofTeam }: ExplanationOwner): Readonly<Record<string, string>> => {
  if (userId !== null) return { user_id: userId };
  return ofTeam ? { scope: 'team' } : {};
};
const toQuestion = (owner: ExplanationOwner, { start_date, end_date }: DateRange) => ({
  ...toOwnerQuery(owner),
  start_date,
  end_date,
});
type Question = Readonly<Record<string, string>>;

/**
 * Feature `explain`: explains a record, and the changes since the last statement.
 * Answers are cached for five minutes per displayed row or summary, so a changed row or a save in this tab causes a new request. Answers
 * with pending figures are not cached.
 */
export const createExplanations = (http: Http) => {
  const cache = createCache();
  const fetchAnswer = <Data extends object>(route: string, query: Question, displayed: unknown): Promise<Data> =>
    cache.fetchQuery({
      queryKey: [route, query, displayed],
      queryFn: () => http<Data>(`${path}/${route}`, { query }),
      staleTime: ({ state: { data } }) => (data && 'pending' in data && data.pending ? 0 : limits.query.staleMs),
    });
  return {
    /** @param asOf a day to replay; '' means now. @param asKnownOn the past day whose state of knowledge applies */
    explain: (row: Commission, asOf: string, asKnownOn: Day | null = null): Promise<Explanation> =>
      fetchAnswer(
        `${encodeURIComponent(row.id)}/explain`,
        { ...(asOf === '' ? {} : { as_of: asOf }), ...(asKnownOn === null ? {} : { asOf: asKnownOn }) },
        row,
      ),
    /** @param displayed the summary whose total is explained */
    changes: (owner: ExplanationOwner, range: DateRange, displayed: object): Promise<Waterfall> =>
      fetchAnswer('changes', toQuestion(owner, range), displayed),
    difference: (owner: ExplanationOwner, range: DateRange, displayed: object): Promise<EarnedDifference> =>
      fetchAnswer('difference', toQuestion(owner, range), displayed),
    forget: cache.forget,
  };
};
