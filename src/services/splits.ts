import type { InvoiceSplit, SplitBody } from '../../contract/entities/split.ts';
import type { Http } from './http.ts';

const toPath = (invoiceId: string): string => `/api/v1/invoices/${encodeURIComponent(invoiceId)}/split`;

/** Feature `splits`. */
export const createSplits = (http: Http) => ({
  read: (invoiceId: string, signal?: AbortSignal): Promise<InvoiceSplit> => http(toPath(invoiceId), signal ? { signal } : {}),
  save: (invoiceId: string, body: SplitBody): Promise<InvoiceSplit> => http(toPath(invoiceId), { method: 'PUT', body }),
  /** @param version of the split the user saw */
  remove: (invoiceId: string, version: number): Promise<InvoiceSplit> =>
    http(toPath(invoiceId), { method: 'DELETE', query: { version: String(version) } }),
});
