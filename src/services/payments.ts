import type { Pagination } from '../../contract/entities/common.ts';
import type { OpenItems, Payment, PaymentChoice, PaymentDetail, PaymentSummary } from '../../contract/entities/payment.ts';
import type { Http } from './http.ts';
import { type ListTotals, type PageRequest, toPageQuery } from './pages.ts';

const path = '/api/v1/payments';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;
type VersionedRef = Readonly<{ id: string; version: number }>;
export type PageOfPayments = Readonly<{ data: readonly Payment[]; pagination: Pagination }>;
export type PaymentStepKind = 'approve' | 'complete' | 'retry' | 'fail' | 'reverse';

/** Feature `payments`: receipts, commission payments and their allocations (decisions 2.15, 2.16). */
export const createPayments = (http: Http) => ({
  page: (request: PageRequest): Promise<PageOfPayments> => http(path, { query: { ...toPageQuery(request), part: 'rows' } }),
  totals: (question: PageRequest['question']): Promise<ListTotals<PaymentSummary>> =>
    http(path, { query: { ...question, part: 'totals' } }),
  one: (id: string): Promise<PaymentDetail> => http(toPath(id)),
  /** The idempotency key prevents a double click from creating two payments. */
  record: (body: object, key: string): Promise<Payment> => http(path, { method: 'POST', body, headers: { 'idempotency-key': key } }),
  step: ({ id, version }: VersionedRef, kind: PaymentStepKind, details: object = {}): Promise<Payment> =>
    http(`${toPath(id)}/${kind}`, { method: 'POST', body: { version, ...details } }),
  allocate: ({ id, version }: VersionedRef, allocations: readonly object[]): Promise<Payment> =>
    http(`${toPath(id)}/allocations`, { method: 'PUT', body: { version, allocations } }),
  openOf: (kind: 'customer' | 'person', id: string, payment: string | null): Promise<OpenItems> =>
    http(`${path}/open/${kind === 'customer' ? 'customers' : 'people'}/${encodeURIComponent(id)}`, {
      query: payment === null || kind === 'person' ? {} : { payment },
    }),
  choices: async (q: string): Promise<readonly PaymentChoice[]> =>
    (await http<{ data: PaymentChoice[] }>(`${path}/choices`, { query: { q } })).data,
});
export type PaymentsService = ReturnType<typeof createPayments>;
