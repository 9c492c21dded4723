import type { BankDetail, BankRule, BankSummary, BankTargets, BankTransaction } from '../../contract/entities/bank.ts';
import type { Pagination } from '../../contract/entities/common.ts';
import type { PaymentChoice } from '../../contract/entities/payment.ts';
import type { Http } from './http.ts';
import { type PageRequest, toPageQuery } from './pages.ts';

const path = '/api/v1/bank';
const toPath = (id: string): string => `${path}/transactions/${encodeURIComponent(id)}`;
export type PageOfTransactions = Readonly<{ data: readonly BankTransaction[]; pagination: Pagination; summary?: BankSummary | null }>;
type VersionedRef = Readonly<{ id: string; version: number }>;

/** Feature `bank-matches`: bank transactions and their matches (decisions 2.15, 2.16, 3.04). */
export const createBank = (http: Http) => ({
  page: (request: PageRequest): Promise<PageOfTransactions> => http(`${path}/transactions`, { query: toPageQuery(request) }),
  one: (id: string): Promise<BankDetail> => http(toPath(id)),
  targets: async (id: string, q: string): Promise<BankTargets['data']> =>
    (await http<BankTargets>(`${toPath(id)}/targets`, { query: { q } })).data,
  /** Finds customers by a part of their name. */
  customers: async (q: string): Promise<readonly PaymentChoice[]> => {
    const { data } = await http<{ data: PaymentChoice[] }>('/api/v1/payments/choices', { query: { q } });
    return data.filter(({ kind }) => kind === 'customer');
  },
  decide: ({ id, version }: VersionedRef, kind: 'match' | 'receipt' | 'ignore' | 'undo', details: object): Promise<BankDetail> =>
    http(`${toPath(id)}/${kind}`, { method: 'POST', body: { version, ...details } }),
  rules: async (): Promise<readonly BankRule[]> => (await http<{ data: BankRule[] }>(`${path}/rules`)).data,
  removeRule: (id: string): Promise<void> => http(`${path}/rules/${encodeURIComponent(id)}`, { method: 'DELETE' }),
});
export type BankService = ReturnType<typeof createBank>;
