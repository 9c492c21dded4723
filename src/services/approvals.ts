import type { ApprovalDetail, ApprovalPage, ApprovalResult } from '../../contract/entities/approval.ts';
import type { Http } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';
import { tryTwice } from './tryTwice.ts';

type VersionedRef = Readonly<{ id: string; version: number }>;
type DecidedApprovals = Readonly<{ data: readonly ApprovalResult[] }>;
const path = '/api/v1/approvals';

/** Feature `approvals`: items waiting for the user (decisions 2.10, 2.16). `onChanged` listeners are notified of every change made here. */
export const createApprovals = (http: Http) => {
  const listeners = new Set<() => void>();
  return {
    page: (request: PageRequest): Promise<ApprovalPage> => tryTwice(() => http(path, { query: toPageQuery(request) })),
    one: (id: string): Promise<ApprovalDetail> => http(`${path}/${encodeURIComponent(id)}`),
    count: async (signal?: AbortSignal): Promise<number> =>
      (await http<{ count: number }>(`${path}/count`, { ...(signal ? { signal } : {}) })).count,
    decide: async (decision: 'approve' | 'reject', items: readonly VersionedRef[], note: string): Promise<readonly ApprovalResult[]> => {
      const body = { decision, note, items: items.map(({ id, version }) => ({ id, version })) };
      return (await http<DecidedApprovals>(`${path}/decide`, { method: 'POST', body })).data;
    },
    undo: async (items: readonly VersionedRef[]): Promise<readonly ApprovalResult[]> =>
      (await http<DecidedApprovals>(`${path}/undo`, { method: 'POST', body: { items } })).data,
    changed: (): void => {
      for (const listener of listeners) listener();
    },
    /** Does nothing, because nothing is cached. */
    forget: (): void => {},
    onChanged: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
