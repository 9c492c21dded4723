import { type Connected, refusalKind } from '../../domain/connections/connector.ts';
import { get } from './api.ts';
import { personNamedIn, type QuickbooksEntity } from './mapping.ts';
import type { QuickBooksVendor as Vendor } from './vendor.ts';

/** Number of invoices checked to find out whether the company uses such a field. */
const SAMPLE_SIZE = 5;
/** Parallel reads: a response takes longer than the interval the vendor allows between calls. */
const CONCURRENCY = 4;

/** An invoice with its newer custom fields, which lists omit; undefined if it was deleted in the meantime, which the changes report. */
const readFullInvoice = async (vendor: Vendor, connected: Connected, id: string): Promise<QuickbooksEntity | undefined> => {
  try {
    return await get(vendor, connected, `invoice/${id}`, { include: 'enhancedAllCustomFields' }, (body) => {
      const { Invoice: invoice } = body as { Invoice?: QuickbooksEntity };
      if (invoice?.Id !== id) throw new Error('no invoice');
      return invoice;
    });
  } catch (error) {
    if (refusalKind(error) === 'invalid_config') return undefined;
    throw error;
  }
};

/** Reads invoices one by one; missing ones are left out. */
export const readFullInvoices = async (
  vendor: Vendor,
  connected: Connected,
  ids: readonly string[],
): Promise<ReadonlyMap<string, QuickbooksEntity>> => {
  const entities = new Map<string, QuickbooksEntity>();
  for (let from = 0; from < ids.length; from += CONCURRENCY) {
    connected.signal?.throwIfAborted();
    const chunk = await Promise.all(ids.slice(from, from + CONCURRENCY).map((id) => readFullInvoice(vendor, connected, id)));
    for (const entity of chunk) if (entity) entities.set(entity.Id, entity);
  }
  return entities;
};

/** Ids of invoices without a seller. */
export const invoicesWithoutSeller = (invoices: readonly QuickbooksEntity[]): readonly string[] =>
  invoices.flatMap((invoice) => (invoice.status !== 'Deleted' && personNamedIn(invoice) === null ? [invoice.Id] : []));

/** The last few distinct ids. */
export const sampleOf = (ids: readonly string[]): readonly string[] => [...new Set(ids)].slice(-SAMPLE_SIZE);

/** True if any of these invoices names its seller in a newer field (decisions 7.03). */
export const namesSeller = async (vendor: Vendor, connected: Connected, ids: readonly string[]): Promise<boolean> => {
  const fullInvoices = await readFullInvoices(vendor, connected, ids);
  return [...fullInvoices.values()].some((invoice) => personNamedIn(invoice) !== null);
};
