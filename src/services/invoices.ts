import type { Pagination } from '../../contract/entities/common.ts';
import type { Invoice, InvoiceCustomers, InvoiceDetail, InvoicePrefill, InvoiceSummary } from '../../contract/entities/invoice.ts';
import type { Http } from './http.ts';
import { type ListTotals, type PageRequest, toPageQuery } from './pages.ts';

const path = '/api/v1/invoices';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;
type VersionedRef = Readonly<{ id: string; version: number }>;
export type PageOfInvoices = Readonly<{ data: readonly Invoice[]; pagination: Pagination }>;

/** Feature `invoices` (decisions 2.14). */
export const createInvoices = (http: Http) => {
  const step = (kind: string, { id, version }: VersionedRef, details: object = {}): Promise<Invoice> =>
    http(`${toPath(id)}/${kind}`, { method: 'POST', body: { version, ...details } });
  return {
    page: (request: PageRequest): Promise<PageOfInvoices> => http(path, { query: { ...toPageQuery(request), part: 'rows' } }),
    totals: (question: PageRequest['question']): Promise<ListTotals<InvoiceSummary>> =>
      http(path, { query: { ...question, part: 'totals' } }),
    one: (id: string): Promise<InvoiceDetail> => http(toPath(id)),
    /** Defaults of a new invoice; '' for no deal. */
    prefill: (dealId: string): Promise<InvoicePrefill> => http(`${path}/prefill`, { query: dealId === '' ? {} : { deal: dealId } }),
    /** Customers whose name contains the text. */
    customers: async (q: string): Promise<InvoiceCustomers['data']> =>
      (await http<InvoiceCustomers>(`${path}/customers`, { query: { q } })).data,
    /** The idempotency key prevents a double click from creating two invoices. */
    create: (body: object, key: string): Promise<Invoice> => http(path, { method: 'POST', body, headers: { 'idempotency-key': key } }),
    edit: ({ id, version }: VersionedRef, body: object): Promise<Invoice> =>
      http(toPath(id), { method: 'PUT', body: { ...body, version } }),
    send: (invoice: VersionedRef, email: string): Promise<Invoice> => step('send', invoice, { email }),
    cancel: (invoice: VersionedRef): Promise<Invoice> => step('cancel', invoice),
    assign: (invoice: VersionedRef, salesperson_id: string): Promise<Invoice> => step('assign', invoice, { salesperson_id }),
    /** Returns the credit memo. */
    credit: (invoice: VersionedRef, body: object): Promise<Invoice> => step('credit-memo', invoice, body),
    file: (id: string): Promise<Blob> => http(`${toPath(id)}/file`, { file: true }),
  };
};
export type InvoicesService = ReturnType<typeof createInvoices>;
