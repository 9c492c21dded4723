import type { Layout } from './layout.ts';

/** Stripe's invoice export: `Customer` is an id, and times are UTC. */
export const stripeInvoices: Layout = {
  headers: ['id', 'amount due', 'currency', 'date utc', 'number', 'subtotal', 'tax', 'total', 'amount paid', 'status', 'customer name'],
  kinds: {
    invoices: {
      columns: {
        status: ['status'],
        number: ['number'],
        source_id: ['id'],
        customer: ['customer name'],
        date: ['date utc'],
        due: ['due date utc'],
        gross: ['total'],
        tax: ['tax'],
        salesperson: ['sales rep metadata', 'salesperson metadata', 'rep metadata'],
        currency: ['currency'],
        paid: ['amount paid'],
        paid_on: ['paid at utc', 'date paid utc'],
      },
    },
    receipts: {
      columns: {
        status: ['status'],
        number: ['number'],
        customer: ['customer name'],
        date: ['paid at utc', 'date paid utc'],
        amount: ['amount paid'],
        currency: ['currency'],
      },
      skipsZero: true,
    },
  },
};
