import type { AuditEntry } from '../../contract/entities/audit.ts';
import type { Http } from './http.ts';

/** Announced as `history`: what was done to a record, newest first as the server says. */
export const createHistory = (http: Http) => ({
  of: async (commissionId: string): Promise<readonly AuditEntry[]> => {
    const path = `/api/v1/commissions/${encodeURIComponent(commissionId)}/history`;
    return (await http<{ data: AuditEntry[] }>(path)).data;
  },
});
