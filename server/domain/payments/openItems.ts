import type { OpenItems, PaymentChoice } from '../../../contract/entities/payment.ts';
import { limits } from '../../../contract/limits.ts';
import { fromCents } from '../../../contract/rules/money.ts';
import { netDue } from '../../../contract/rules/payouts/netDue.ts';
import { currentConfig } from '../plans/config.ts';
import { todayIn } from '../shared/clock.ts';
import type { Services } from '../shared/services.ts';
import type { PaymentId } from './paymentIds.ts';

type Deps = Pick<Services, 'store' | 'clock'>;
const { openItems: maxItems, choices } = limits.payments;

/** The customer's open items, oldest due first. @param without a payment being changed: its allocations count as open */
export const listCustomerOpenItems = async (
  { store }: Pick<Deps, 'store'>,
  customerId: number,
  without: PaymentId | null,
): Promise<OpenItems> => {
  const receipt = without?.type === 'customer_payment' ? without.id : 0;
  const rows = await store.receipts.openOf(customerId, receipt, maxItems);
  return {
    data: rows.map(({ id, invoice_number: label, customer_name, day, open }) => ({
      kind: 'invoice',
      id: String(id),
      label,
      customer_name,
      day,
      open: fromCents(open),
    })),
    unapplied: fromCents(await store.receipts.unappliedOf(customerId, receipt)),
  };
};

export const listPersonOpenItems = async ({ store, clock }: Deps, userId: number): Promise<OpenItems> => {
  const { config } = await currentConfig(store);
  // Memos are listed after the invoices they reverse, so all are read.
  const rows = netDue(await store.payouts.payable(userId, todayIn(config.timezone, clock()), 0));
  return {
    data: rows.slice(0, maxItems).map(({ kind, id, label, customer_name, day, open }) => ({
      kind,
      id: String(id),
      label,
      customer_name,
      day,
      open: fromCents(open),
    })),
    unapplied: 0,
  };
};

/** Finds customers and invoices by part of a name or the start of a number. */
export const searchPayers = async ({ store }: Pick<Deps, 'store'>, input: string): Promise<PaymentChoice[]> => {
  const text = input.trim();
  if (text === '') return [];
  const rows = await store.receipts.choices(text, choices);
  return rows.map(({ kind, id, label, customer_id }) => ({
    kind,
    id: String(id),
    label,
    customer_id: customer_id === null ? null : String(customer_id),
  }));
};
