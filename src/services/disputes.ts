import type { Dispute } from '../../contract/entities/dispute.ts';
import type { Http } from './http.ts';

const path = (id: string, step: string): string => `/api/v1/disputes/${encodeURIComponent(id)}/${step}`;

/** Announced as `disputes`: questions about a record's amount. */
export const createDisputes = (http: Http) => ({
  of: async (commissionId: string, signal?: AbortSignal): Promise<readonly Dispute[]> =>
    (await http<{ data: Dispute[] }>('/api/v1/disputes', { query: { commission_id: commissionId }, ...(signal ? { signal } : {}) })).data,
  open: (commissionId: string, message: string): Promise<void> =>
    http(`/api/v1/commissions/${encodeURIComponent(commissionId)}/disputes`, { method: 'POST', body: { message } }),
  reply: (id: string, message: string): Promise<void> => http(path(id, 'messages'), { method: 'POST', body: { message } }),
  take: (id: string): Promise<void> => http(path(id, 'take'), { method: 'POST', body: {} }),
  resolve: (id: string, resolution: string): Promise<void> => http(path(id, 'resolve'), { method: 'POST', body: { resolution } }),
  withdraw: (id: string): Promise<void> => http(path(id, 'withdraw'), { method: 'POST', body: {} }),
});
