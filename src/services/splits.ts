import type { InvoiceSplit, SplitBody } from '../../contract/entities/split.ts';
import type { Http } from './http.ts';

const at = (invoiceId: string): string => `/api/v1/invoices/${encodeURIComponent(invoiceId)}/split`;

/** Feature `splits`. */
export const createSplits = (http: Http) => ({
  read: (invoiceId: string, signal?: AbortSignal): Promise<InvoiceSplit> => http(at(invoiceId), signal ? { signal } : {}),
  save: (invoiceId: string, body: SplitBody): Promise<InvoiceSplit> => http(at(invoiceId), { method: 'PUT', body }),
  /** @param version of the split the user saw */
  remove: (invoiceId: string, version: number): Promise<InvoiceSplit> =>
    http(at(invoiceId), { method: 'DELETE', query: { version: String(version) } }),
});
