import type { Store } from '../db/repositories/store.ts';
import { invoicePdf } from '../documents/invoicePdf.ts';
import { invoiceFileName, mailedContent } from '../domain/invoices/invoiceContent.ts';
import type { Attachment } from '../mail/transport.ts';

/** The PDF that goes with the email of an invoice, as the invoice is when the email leaves. */
export const mailedInvoice =
  (store: Store) =>
  async (invoiceId: number): Promise<Attachment> => {
    const content = await mailedContent(store, invoiceId);
    return { name: invoiceFileName(content.number), mediaType: 'application/pdf', content: await invoicePdf(content) };
  };
