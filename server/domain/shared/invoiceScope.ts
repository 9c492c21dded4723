import { type Actor, can, type Permission, reachOf } from '../../../contract/permissions.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import type { InvoiceVisibility } from '../../db/repositories/invoices/seenInvoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';

/** The sellers whose invoices the actor may read: everyone (null), their team and themselves, or nobody. */
export const readableSellers = async ({ users }: Pick<Repositories, 'users'>, actor: Actor): Promise<number[] | null> => {
  const reach = reachOf(actor, 'invoice:read');
  if (reach === 'all') return null;
  return reach === 'none' ? [] : [Number(actor.id), ...(await users.managedBy(Number(actor.id)))];
};

const idOf = (id: number | null): string | null => (id === null ? null : String(id));

/** True if the actor has the permission for the invoice. Unassigned invoices are only for actors who may read all. */
export const canAccessInvoice = (
  actor: Actor,
  permission: Extract<Permission, 'invoice:read' | 'invoice:write'>,
  { salesperson_id, seller_manager_id }: Pick<InvoiceRow, 'salesperson_id' | 'seller_manager_id'>,
): boolean => can(actor, permission, { owner_id: idOf(salesperson_id), owner_manager_id: idOf(seller_manager_id) });

/** No person has this id. */
const NOBODY = 0;

/** The person whose records the actor may read: null for everybody's (spec 6.02, 6.04). */
export const readableEarner = (actor: Actor): number | null => {
  const reach = reachOf(actor, 'commission:read');
  if (reach === 'all') return null;
  return reach === 'none' ? NOBODY : Number(actor.id);
};

/** The invoices an actor sees in lists: readable ones, and those with a readable record (spec 6.02). */
export const visibleInvoices = async (store: Pick<Repositories, 'users'>, actor: Actor): Promise<InvoiceVisibility> => ({
  creditedTo: readableEarner(actor),
  sellers: await readableSellers(store, actor),
});
