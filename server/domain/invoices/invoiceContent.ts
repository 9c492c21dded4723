import { messages } from '../../../contract/messages.ts';
import type { Actor } from '../../../contract/permissions.ts';
import type { Cents } from '../../../contract/rules/money.ts';
import type { InvoiceRow } from '../../db/repositories/invoices/invoices.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { notFoundProblem } from '../shared/problem.ts';
import { findReadableInvoice } from './findInvoice.ts';
import { moneyOf, sellerNameOf } from './invoiceView.ts';

/** The content of the customer's document. Money in cents. */
export type InvoiceContent = Readonly<{
  company: string;
  /** Lines below the company name, top to bottom. */
  address: readonly string[];
  invoice: InvoiceRow;
  isMemo: boolean;
  /** For a credit memo: the number of the invoice it reverses. */
  reversedNumber: string | null;
  contact: string | null;
  lines: readonly Readonly<{ description: string; amount: Cents }>[];
  /** Money received, and amounts settled by credit memos or by means other than money (decisions 2.27). */
  received: Cents;
  credited: Cents;
}>;
type Repos = Pick<Repositories, 'config' | 'invoiceRows' | 'settings'>;

const { services } = messages.invoiceFile;

const readContent = async (tx: Repos, row: InvoiceRow): Promise<InvoiceContent> => {
  const original = row.credit_of_id === null ? undefined : await tx.invoiceRows.byId(row.credit_of_id);
  const event = await tx.invoiceRows.event(row);
  const { config } = await currentConfig(tx);
  const { received, credited } = moneyOf(row);
  return {
    company: await tx.settings.companyName(),
    address: config.invoiceAddress,
    invoice: row,
    isMemo: row.credit_of_id !== null || row.gross_cents < 0,
    reversedNumber: original?.invoice_number ?? null,
    contact: sellerNameOf(row),
    lines: [{ description: row.deal_name ?? event?.label ?? services, amount: row.gross_cents }],
    received,
    credited,
  };
};

/** The content for a user who may read the invoice. @throws Problem 403, 404 */
export const readInvoiceContent = async (tx: Repos, actor: Actor, id: number | null): Promise<InvoiceContent> =>
  readContent(tx, await findReadableInvoice(tx, actor, id));

/** The content for the email to the customer. @throws Problem 404 */
export const readMailedContent = async (tx: Repos, id: number): Promise<InvoiceContent> => {
  const row = await tx.invoiceRows.byId(id);
  if (!row) throw notFoundProblem('invoice');
  return readContent(tx, row);
};

/** A file name of letters, digits and dashes. */
export const invoiceFileName = ({ invoice }: InvoiceContent): string =>
  `invoice-${invoice.invoice_number.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 60)}.pdf`;
