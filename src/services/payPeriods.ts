import type { Pagination } from '../../contract/entities/common.ts';
import type { PayPeriod, PayPeriodCheck } from '../../contract/entities/payPeriod.ts';
import type { Http } from './http.ts';

const path = '/api/v1/periods';

/** Announced as `periods`: months of commission that are reviewed and closed. */
export const createPayPeriods = (http: Http) => ({
  /** All of them are one page. */
  page: async (signal?: AbortSignal): Promise<{ data: readonly PayPeriod[]; pagination: Pagination }> => {
    const { data } = await http<{ data: PayPeriod[] }>(path, { ...(signal ? { signal } : {}) });
    return { data, pagination: { cursor: null, limit: data.length, total: data.length } };
  },
  /** Hashes again what the last closing of a month kept. */
  check: (id: string): Promise<PayPeriodCheck> => http(`${path}/${encodeURIComponent(id)}/check`),
  step: (id: string, action: PayPeriod['actions'][number], reason?: string): Promise<void> =>
    http(`${path}/${encodeURIComponent(id)}/${action}`, { method: 'POST', body: reason === undefined ? {} : { reason } }),
});
