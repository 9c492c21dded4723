import type { Static } from 'typebox';
import type { InvoiceLookup } from '../../../contract/entities/invoice.ts';
import { fullName } from '../../../contract/entities/user.ts';
import type { Actor } from '../../../contract/permissions.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import type { Services } from '../shared/services.ts';
import { commissionsOf } from './commissionQuestion.ts';

const MOST = 20;

/** spec 7.29: invoices by a part of their number, of those whose commissions the actor may see. */
export const lookUpInvoices = async (
  { store }: Pick<Services, 'store'>,
  actor: Actor,
  q: string,
): Promise<Static<typeof InvoiceLookup>[]> => {
  const text = q.trim();
  if (text === '') return [];
  const userId = commissionsOf(actor, undefined);
  const found = await store.invoices.lookUp(text, userId, MOST);
  const choices = await store.adjustments.choices(
    found.map(({ id }) => id),
    userId,
  );
  return found.map(({ id, invoice_number, customer_name }) => {
    const mine = choices.filter((record) => record.invoice_id === id);
    const commissions = mine.map((record) => ({
      id: String(record.id),
      salesperson: fullName(record),
      amount: fromCents(record.amount_cents),
    }));
    const customer = { name: customer_name };
    return { id: String(id), invoice_number, customer, ...(commissions.length > 0 ? { commissions } : {}) };
  });
};
