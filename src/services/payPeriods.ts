import type { Pagination } from '../../contract/entities/common.ts';
import type { PayPeriod, PayPeriodCheck } from '../../contract/entities/payPeriod.ts';
import type { ChecklistItem, PeriodReview, SeveralClosed } from '../../contract/entities/periodReview.ts';
import type { Http } from './http.ts';

const path = '/api/v1/periods';
const closingsPath = '/api/v1/period-closings';
const toPath = (id: string, action: string): string => `${path}/${encodeURIComponent(id)}/${action}`;

/** Feature `periods`: commission months to review and close. */
export const createPayPeriods = (http: Http) => ({
  /** All months, as one page. */
  page: async (signal?: AbortSignal): Promise<{ data: readonly PayPeriod[]; pagination: Pagination }> => {
    const { data } = await http<{ data: PayPeriod[] }>(path, { ...(signal ? { signal } : {}) });
    return { data, pagination: { cursor: null, limit: data.length, total: data.length } };
  },
  /** Recomputes the hash of the data stored at the month's last closing. */
  check: (id: string): Promise<PayPeriodCheck> => http(toPath(id, 'check')),
  /** Feature `close-review`: the review of a month. Each request records the user as a viewer. */
  review: (id: string): Promise<PeriodReview> => http(toPath(id, 'look'), { method: 'POST', body: {} }),
  sign: (id: string, items: readonly ChecklistItem[]): Promise<PeriodReview> =>
    http(toPath(id, 'sign'), { method: 'POST', body: { items } }),
  /** The effect on each month of closing all months up to `until`. */
  planSeveral: (untilMonth: string): Promise<SeveralClosed> => http(`${closingsPath}?${new URLSearchParams({ until: untilMonth })}`),
  closeSeveral: (untilMonth: string): Promise<SeveralClosed> => http(closingsPath, { method: 'POST', body: { until: untilMonth } }),
  step: (id: string, action: PayPeriod['actions'][number], reason?: string): Promise<void> =>
    http(toPath(id, action), { method: 'POST', body: reason === undefined ? {} : { reason } }),
});
