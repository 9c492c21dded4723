import type { Performance, TeamPerformance } from '../../contract/entities/performance.ts';
import type { User } from '../../contract/entities/user.ts';
import type { DateRange } from '../../contract/rules/time/period.ts';
import { commissionSummaryShape } from './answers/money.ts';
import { user } from './answers/people.ts';
import { amountOrNull, day, isFields, optional, readListOf, readMoney, shape, text } from './answers/read.ts';
import type { Http } from './http.ts';

/** One person's figures as screens use them; `summary` is null if the provider sends none. */
export type PersonFigures = Omit<Performance, 'summary'> & Readonly<{ summary: Performance['summary'] | null }>;

const fields = shape<PersonFigures>({
  user_id: text,
  period: text,
  total_sales: readMoney,
  total_commission: readMoney,
  quota_amount: readMoney,
  month_quota_amount: optional(amountOrNull),
  quota_attainment: amountOrNull,
  deals_closed: readMoney,
  average_deal_size: readMoney,
  conversion_rate: amountOrNull,
  summary: (value) => commissionSummaryShape(value),
  months: optional(readListOf(shape<NonNullable<PersonFigures['months']>[number]>({ month: day, total_commission: readMoney }))),
});
/** spec 3.11, 7.31: the figures are in the response or in its `summary`. A missing attainment is sales / quota (spec 4.06). */
const readFigures = (response: unknown): PersonFigures => {
  const flattened =
    isFields(response) && response.total_sales === undefined && isFields(response.summary)
      ? { ...response, ...response.summary }
      : response;
  const figures = fields(flattened);
  const hasAttainment = isFields(flattened) && flattened.quota_attainment !== undefined;
  const attainment = hasAttainment || !(figures.quota_amount > 0) ? figures.quota_attainment : figures.total_sales / figures.quota_amount;
  return { ...figures, quota_attainment: attainment };
};

const toSignalOptions = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

/** spec 7.13, 7.23, 7.34; the whole team in one call needs the feature `team-summary`. */
export const createPerformance = (http: Http) => ({
  person: async (userId: string, { start_date, end_date }: DateRange, signal?: AbortSignal): Promise<PersonFigures> =>
    readFigures(
      await http('/api/v1/analytics/performance', { query: { user_id: userId, start_date, end_date }, ...toSignalOptions(signal) }),
    ),
  salespeople: async (signal?: AbortSignal): Promise<readonly User[]> => {
    const response = await http<unknown>('/api/v1/users', { query: { role: 'salesperson' }, ...toSignalOptions(signal) });
    return readListOf(user)(isFields(response) ? response.data : response);
  },
  team: (
    { start_date, end_date, asOf }: DateRange & Readonly<{ asOf?: string | undefined }>,
    signal?: AbortSignal,
  ): Promise<TeamPerformance> =>
    http('/api/v1/performance/team', {
      query: { start_date, end_date, ...(asOf === undefined ? {} : { asOf }) },
      ...toSignalOptions(signal),
    }),
});
