import { fill, messages } from '../../../contract/messages.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { dollars } from '../shared/moneyText.ts';

const t = messages.invoiceFile;

/** Queues the customer's email in the transaction that sends the invoice; its PDF is created when the email is sent. */
export const queueInvoice = async (tx: Repositories, row: InvoiceRow, address: string, at: Date): Promise<void> => {
  const title = row.credit_of_id === null ? t.title : t.memoTitle;
  const company = await tx.settings.companyName();
  const words = {
    title,
    company,
    number: row.invoice_number,
    customer: row.customer_name,
    date: dayText(row.booking_date),
    amount: dollars(row.gross_cents),
    due: row.due_date === null ? '' : fill(t.bodyDue, { day: dayText(row.due_date) }),
  };
  const mail = { subject: fill(t.subject, words), body: fill(t.body, words), link: null };
  await tx.outbox.addInvoice(row.id, { name: row.customer_name, address }, mail, at);
};
