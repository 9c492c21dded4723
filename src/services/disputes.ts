import type { Dispute } from '../../contract/entities/dispute.ts';
import type { Http } from './http.ts';

const path = (id: string, step: string): string => `/api/v1/disputes/${encodeURIComponent(id)}/${step}`;

/** Feature `disputes`: questions about a record's amount. */
export const createDisputes = (http: Http) => ({
  of: async (commissionId: string, signal?: AbortSignal): Promise<readonly Dispute[]> =>
    (await http<{ data: Dispute[] }>('/api/v1/disputes', { query: { commission_id: commissionId }, ...(signal ? { signal } : {}) })).data,
  /** Open questions the user may answer, newest first. */
  live: async (): Promise<readonly Dispute[]> => (await http<{ data: Dispute[] }>('/api/v1/disputes', { query: { live: 'true' } })).data,
  open: (commissionId: string, message: string): Promise<void> =>
    http(`/api/v1/commissions/${encodeURIComponent(commissionId)}/disputes`, { method: 'POST', body: { message } }),
  reply: (id: string, message: string): Promise<void> => http(path(id, 'messages'), { method: 'POST', body: { message } }),
  take: (id: string): Promise<void> => http(path(id, 'take'), { method: 'POST', body: {} }),
  /** @param amount decimal text of a new adjustment; '' for none */
  resolve: (id: string, resolution: string, amount: string): Promise<void> => {
    const adjustment = amount === '' ? {} : { adjustment: { adjustment_amount: amount, adjustment_reason: resolution } };
    return http(path(id, 'resolve'), { method: 'POST', body: { resolution, ...adjustment } });
  },
  withdraw: (id: string): Promise<void> => http(path(id, 'withdraw'), { method: 'POST', body: {} }),
});
