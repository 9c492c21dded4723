import type { Store } from '../db/repositories/store.ts';
import { invoicePdf } from '../documents/invoicePdf.ts';
import { invoiceFileName, readMailedContent } from '../domain/invoices/invoiceContent.ts';
import type { Attachment } from '../mail/transport.ts';

/** The PDF attached to an invoice email, with the invoice's state at sending. */
export const createInvoiceAttachment =
  (store: Store) =>
  async (invoiceId: number): Promise<Attachment> => {
    const content = await readMailedContent(store, invoiceId);
    return { name: invoiceFileName(content), mediaType: 'application/pdf', content: await invoicePdf(content, await store.logo.read()) };
  };
