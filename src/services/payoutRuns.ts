import type { PayoutRun, PayoutRunList } from '../../contract/entities/payoutRun.ts';
import type { Http } from './http.ts';

const path = '/api/v1/payout-runs';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;
type VersionedRef = Readonly<{ id: string; version: number }>;

/** Feature `payouts`: payout runs, their files and their steps (decisions 2.16). */
export const createPayoutRuns = (http: Http) => ({
  list: (): Promise<PayoutRunList> => http(path),
  one: (id: string): Promise<PayoutRun> => http(toPath(id)),
  propose: (body: Readonly<{ month: string; pay_on: string }>): Promise<PayoutRun> => http(path, { method: 'POST', body }),
  step: ({ id, version }: VersionedRef, kind: 'approve' | 'cancel'): Promise<PayoutRun> =>
    http(`${toPath(id)}/${kind}`, { method: 'POST', body: { version } }),
  complete: (id: string): Promise<PayoutRun> => http(`${toPath(id)}/complete`, { method: 'POST', body: {} }),
  close: ({ id, version }: VersionedRef, reason: string): Promise<PayoutRun> =>
    http(`${toPath(id)}/close`, { method: 'POST', body: { version, reason } }),
  change: ({ id, version }: VersionedRef, userId: string, body: Readonly<{ amount: string; reason: string }>): Promise<PayoutRun> =>
    http(`${toPath(id)}/people/${encodeURIComponent(userId)}`, { method: 'PUT', body: { version, ...body } }),
  payroll: (id: string): Promise<Blob> => http(`${toPath(id)}/payroll`, { file: true }),
  statement: (id: string, userId: string): Promise<Blob> =>
    http(`${toPath(id)}/people/${encodeURIComponent(userId)}/statement`, { file: true }),
});
