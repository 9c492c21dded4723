import type { Layout } from './layout.ts';

/** QuickBooks Online, "Sales by customer detail": one row per invoice line, without sales tax. */
export const quickbooksSales: Layout = {
  headers: [
    ['date', 'transaction date'],
    'transaction type',
    'num',
    ['product service', 'product service full name'],
    'quantity',
    'sales price',
    'amount',
    'balance',
  ],
  kinds: {
    invoices: {
      columns: {
        type: ['transaction type'],
        number: ['num'],
        customer: ['customer', 'name', 'customer full name'],
        date: ['date', 'transaction date'],
        gross: ['amount'],
        salesperson: ['sales rep', 'salesperson'],
        currency: ['currency'],
      },
      lines: 'sum',
    },
  },
};
