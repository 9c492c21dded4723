import type { Layout } from './layout.ts';

const columns = {
  type: ['transaction type'],
  number: ['num', 'no', 'number'],
  customer: ['name', 'customer', 'customer full name'],
  date: ['date', 'transaction date'],
  due: ['due date'],
  gross: ['amount'],
  tax: ['sales tax', 'tax', 'tax amount'],
  salesperson: ['sales rep', 'salesperson', 'sales person'],
  original: ['applied to', 'applied to invoice'],
  currency: ['currency'],
} as const;

/** QuickBooks Online, "Invoice list" and "Invoice and credit memo list" reports. */
export const quickbooksInvoices: Layout = {
  headers: [['date', 'transaction date'], 'transaction type', 'num', 'due date', 'amount', 'open balance'],
  kinds: { invoices: { columns } },
};
