import type { Static } from 'typebox';
import type { InvoiceLookup } from '../../contract/entities/invoice.ts';
import type { Actor } from '../../contract/permissions.ts';
import { commissionsOf } from './commissionQuestion.ts';
import type { Services } from './services.ts';

const MOST = 20;

/** spec 7.29: invoices by a part of their number, of those whose commissions the actor may see. */
export const lookUpInvoices = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  q: string,
): Promise<Static<typeof InvoiceLookup>[]> => {
  const text = q.trim();
  if (text === '') return [];
  const found = await store.invoices.lookUp(text, commissionsOf(actor, undefined), MOST);
  return found.map(({ id, invoice_number, customer_name }) => ({ id: String(id), invoice_number, customer: { name: customer_name } }));
};
