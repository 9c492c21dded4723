import type { Adjustment, AdjustmentBody, AdjustmentsWaiting, PersonOutlook } from '../../contract/entities/adjustment.ts';
import type { InvoiceLookup } from '../../contract/entities/invoice.ts';
import { adjustment, invoice } from './answers/money.ts';
import { readPageOf } from './answers/read.ts';
import { createCache } from './cache.ts';
import type { Http } from './http.ts';
import { tryTwice } from './tryTwice.ts';

type PageQuestion = Readonly<{ question: Readonly<Record<string, string>>; cursor: string | null; limit: number }>;
type VersionedRef = Readonly<{ id: string; version: number | null }>;

const path = '/api/v1/adjustments';
const toPath = (id: string): string => `${path}/${encodeURIComponent(id)}`;
const readPage = readPageOf(adjustment);
const readInvoicePage = readPageOf(invoice);
const toReasonBody = (reason: string) => (reason.trim() === '' ? {} : { reason: reason.trim() });
const toVersionBody = (version: number | null) => (version === null ? {} : { version });

/** spec 7.21, 7.29; writes need the `adjustments` feature. Pages are cached for five minutes, or until a save in this tab. */
export const createAdjustments = (http: Http) => {
  const cache = createCache();
  return {
    page: ({ question, cursor, limit }: PageQuestion): Promise<ReturnType<typeof readPage>> => {
      const query = { ...question, ...(cursor === null ? {} : { cursor }), limit };
      return cache.fetchQuery({
        queryKey: ['adjustments', query],
        queryFn: ({ signal }) => tryTwice(async () => readPage(await http(path, { query, signal }))),
      });
    },
    /** The idempotency key prevents a double click from creating two adjustments. */
    save: async (target: VersionedRef | null, key: string, body: AdjustmentBody): Promise<Adjustment> =>
      adjustment(
        await (target === null
          ? http<unknown>(path, { method: 'POST', body, headers: { 'idempotency-key': key } })
          : http<unknown>(toPath(target.id), { method: 'PUT', body: { ...body, ...toVersionBody(target.version) } })),
      ),
    one: async (id: string): Promise<Adjustment> => adjustment(await http(toPath(id))),
    remove: ({ id, version }: VersionedRef, reason: string): Promise<void> =>
      http(toPath(id), { method: 'DELETE', query: { ...toVersionBody(version), ...toReasonBody(reason) } }),
    decide: (kind: 'approve' | 'reject', { id, version }: VersionedRef, reason: string): Promise<void> =>
      http(`${toPath(id)}/${kind}`, { method: 'POST', body: { ...toVersionBody(version), ...toReasonBody(reason) } }),
    /** The amounts of a person's month before a new adjustment. */
    outlook: (user_id: string, effective_date: string): Promise<PersonOutlook> =>
      http<PersonOutlook>(`${path}/outlook`, { query: { user_id, effective_date } }),
    /** Adjustments of all months waiting for the user's decision. */
    waiting: (): Promise<AdjustmentsWaiting> => http<AdjustmentsWaiting>(`${path}/waiting`),
    lookUp: async (text: string, signal: AbortSignal): Promise<readonly InvoiceLookup[]> =>
      readInvoicePage(await http('/api/v1/invoices/lookup', { query: { q: text }, signal })).data,
    forget: cache.forget,
  };
};
