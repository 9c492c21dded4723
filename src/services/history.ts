import type { AuditEntry } from '../../contract/entities/audit.ts';
import type { Http } from './http.ts';

/** Feature `history`: the history of a record or an adjustment, in the server's order, newest first. */
export const createHistory = (http: Http) => ({
  of: async (kind: 'commissions' | 'adjustments', id: string): Promise<readonly AuditEntry[]> =>
    (await http<{ data: AuditEntry[] }>(`/api/v1/${kind}/${encodeURIComponent(id)}/history`)).data,
});
