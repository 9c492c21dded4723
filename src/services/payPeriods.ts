import type { Pagination } from '../../contract/entities/common.ts';
import type { PayPeriod, PayPeriodCheck } from '../../contract/entities/payPeriod.ts';
import type { ChecklistItem, PeriodReview, SeveralClosed } from '../../contract/entities/periodReview.ts';
import type { Http } from './http.ts';

const path = '/api/v1/periods';
const closings = '/api/v1/period-closings';
const at = (id: string, what: string): string => `${path}/${encodeURIComponent(id)}/${what}`;

/** Announced as `periods`: months of commission that are reviewed and closed. */
export const createPayPeriods = (http: Http) => ({
  /** All of them are one page. */
  page: async (signal?: AbortSignal): Promise<{ data: readonly PayPeriod[]; pagination: Pagination }> => {
    const { data } = await http<{ data: PayPeriod[] }>(path, { ...(signal ? { signal } : {}) });
    return { data, pagination: { cursor: null, limit: data.length, total: data.length } };
  },
  /** Hashes again what the last closing of a month kept. */
  check: (id: string): Promise<PayPeriodCheck> => http(at(id, 'check')),
  /** Announced as `close-review`: the review of a month. Who asks for it is named among those who looked. */
  review: (id: string): Promise<PeriodReview> => http(at(id, 'look'), { method: 'POST', body: {} }),
  sign: (id: string, items: readonly ChecklistItem[]): Promise<PeriodReview> => http(at(id, 'sign'), { method: 'POST', body: { items } }),
  /** What closing all months up to one would do to each. */
  planSeveral: (until: string): Promise<SeveralClosed> => http(`${closings}?${new URLSearchParams({ until })}`),
  closeSeveral: (until: string): Promise<SeveralClosed> => http(closings, { method: 'POST', body: { until } }),
  step: (id: string, action: PayPeriod['actions'][number], reason?: string): Promise<void> =>
    http(at(id, action), { method: 'POST', body: reason === undefined ? {} : { reason } }),
});
