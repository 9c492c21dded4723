import type { Pagination } from '../../contract/entities/common.ts';
import type { NextPayout, Payout, PayoutDetail, PayoutsSummary, WaitingRecordList } from '../../contract/entities/payout.ts';
import type { Http } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';

export type PageOfPayouts = Readonly<{ data: readonly Payout[]; pagination: Pagination; summary?: PayoutsSummary | null }>;
const path = '/api/v1/payouts';

/** Feature `my-check`: payouts as shown to their payees (decisions 2.29). */
export const createPayouts = (http: Http) => ({
  page: (request: PageRequest): Promise<PageOfPayouts> => http(path, { query: toPageQuery(request) }),
  next: (userId: string): Promise<NextPayout> => http(`${path}/next`, { query: { user_id: userId } }),
  waiting: (userId: string): Promise<WaitingRecordList> => http(`${path}/waiting`, { query: { user_id: userId } }),
  /** @param comparedId the payout to compare with; '' for the previous one */
  one: (id: string, comparedId: string): Promise<PayoutDetail> =>
    http(`${path}/${encodeURIComponent(id)}`, { query: comparedId === '' ? {} : { against: comparedId } }),
});
