import type { AuditEntry } from '../../contract/entities/audit.ts';
import type { Http } from './http.ts';

/** Announced as `history`: what was done to a record or an adjustment, newest first as the server says. */
export const createHistory = (http: Http) => ({
  of: async (kind: 'commissions' | 'adjustments', id: string): Promise<readonly AuditEntry[]> =>
    (await http<{ data: AuditEntry[] }>(`/api/v1/${kind}/${encodeURIComponent(id)}/history`)).data,
});
