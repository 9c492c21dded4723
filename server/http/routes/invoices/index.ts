import type { Route } from '../../app.types.ts';
import { getInvoice } from './getInvoice.ts';
import { getInvoiceFile } from './getInvoiceFile.ts';
import { getPrefill } from './getPrefill.ts';
import { listCustomers } from './listCustomers.ts';
import { listInvoices } from './listInvoices.ts';
import { postInvoice } from './postInvoice.ts';
import { putInvoice } from './putInvoice.ts';
import { stepInvoice } from './stepInvoice.ts';

export const invoicesRoutes: readonly Route[] = [
  getInvoice,
  getInvoiceFile,
  getPrefill,
  listCustomers,
  listInvoices,
  postInvoice,
  putInvoice,
  stepInvoice,
];
