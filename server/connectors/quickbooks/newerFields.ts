import { type Connected, refusalKind } from '../connector.ts';
import { get } from './api.ts';
import { type Entity, namedIn } from './mapping.ts';
import type { QuickBooksVendor as Vendor } from './vendor.ts';

/** So many invoices tell whether a company has such a field at all. */
const SAMPLE = 5;
/** Read at once: answers take longer than the pace that the vendor allows. */
const AT_ONCE = 4;

/** One invoice with its newer custom fields, which lists leave out; undefined if it was deleted in the meantime: the changes report that. */
const readWhole = async (vendor: Vendor, connected: Connected, id: string): Promise<Entity | undefined> => {
  try {
    return await get(vendor, connected, `invoice/${id}`, { include: 'enhancedAllCustomFields' }, (body) => {
      const { Invoice: invoice } = body as { Invoice?: Entity };
      if (invoice?.Id !== id) throw new Error('no invoice');
      return invoice;
    });
  } catch (error) {
    if (refusalKind(error) === 'invalid_config') return undefined;
    throw error;
  }
};

/** Invoices by themselves, by their ids; what cannot be found is left out. */
export const readAllWhole = async (vendor: Vendor, connected: Connected, ids: readonly string[]): Promise<ReadonlyMap<string, Entity>> => {
  const found = new Map<string, Entity>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    connected.signal?.throwIfAborted();
    const some = await Promise.all(ids.slice(from, from + AT_ONCE).map((id) => readWhole(vendor, connected, id)));
    for (const entity of some) if (entity) found.set(entity.Id, entity);
  }
  return found;
};

/** Invoices that nobody is told to have sold. */
export const unnamedIn = (invoices: readonly Entity[]): readonly string[] =>
  invoices.flatMap((invoice) => (invoice.status !== 'Deleted' && namedIn(invoice) === null ? [invoice.Id] : []));

/** The last few of them. */
export const sampleOf = (ids: readonly string[]): readonly string[] => [...new Set(ids)].slice(-SAMPLE);

/** Whether the seller stands in a newer field: one of a few invoices says so (decisions 7.03). */
export const tellsSeller = async (vendor: Vendor, connected: Connected, ids: readonly string[]): Promise<boolean> => {
  const whole = await readAllWhole(vendor, connected, ids);
  return [...whole.values()].some((invoice) => namedIn(invoice) !== null);
};
