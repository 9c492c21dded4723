import type { AuditEntry } from '../../contract/entities/audit.ts';
import type { Http } from './http.ts';

/** Feature `history`: the history of a record or an adjustment, newest first as sent by the server. */
export const createHistory = (http: Http) => ({
  of: async (kind: 'commissions' | 'adjustments', id: string): Promise<readonly AuditEntry[]> =>
    (await http<{ data: AuditEntry[] }>(`/api/v1/${kind}/${encodeURIComponent(id)}/history`)).data,
});
