import type { PayPeriod, PayPeriodCheck } from '../../contract/entities/payPeriod.ts';
import type { Http } from './http.ts';

const path = '/api/v1/periods';

/** Announced as `periods`: months of commission that are reviewed and closed. */
export const createPayPeriods = (http: Http) => ({
  list: async (signal?: AbortSignal): Promise<readonly PayPeriod[]> =>
    (await http<{ data: PayPeriod[] }>(path, { ...(signal ? { signal } : {}) })).data,
  /** Hashes again what the last closing of a month kept. */
  check: (id: string): Promise<PayPeriodCheck> => http(`${path}/${encodeURIComponent(id)}/check`),
  step: (id: string, action: PayPeriod['actions'][number], reason?: string): Promise<void> =>
    http(`${path}/${encodeURIComponent(id)}/${action}`, { method: 'POST', body: reason === undefined ? {} : { reason } }),
});
