import type { Route } from '../../app.types.ts';
import { getInvoiceRoute } from './getInvoice.ts';
import { getInvoiceFileRoute } from './getInvoiceFile.ts';
import { getPrefillRoute } from './getPrefill.ts';
import { listCustomersRoute } from './listCustomers.ts';
import { listInvoicesRoute } from './listInvoices.ts';
import { postInvoiceRoute } from './postInvoice.ts';
import { putInvoiceRoute } from './putInvoice.ts';
import { stepInvoiceRoute } from './stepInvoice.ts';

export const invoicesRoutes: readonly Route[] = [
  getInvoiceRoute,
  getInvoiceFileRoute,
  getPrefillRoute,
  listCustomersRoute,
  listInvoicesRoute,
  postInvoiceRoute,
  putInvoiceRoute,
  stepInvoiceRoute,
];
