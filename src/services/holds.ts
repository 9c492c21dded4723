import type { Hold, HoldBody } from '../../contract/entities/hold.ts';
import type { Http } from './http.ts';

const toPath = (id: string): string => `/api/v1/commissions/${encodeURIComponent(id)}/hold`;

/** Feature `holds`. */
export const createHolds = (http: Http) => ({
  hold: (commissionId: string, body: HoldBody): Promise<Hold> => http(toPath(commissionId), { method: 'PUT', body }),
  release: (commissionId: string): Promise<void> => http(toPath(commissionId), { method: 'DELETE' }),
});
