import type { Layout } from './layout.ts';

/** QuickBooks Online, "Invoices and Received Payments": a payment, followed by the invoices it pays. */
export const quickbooksReceived: Layout = {
  headers: [['date', 'transaction date'], 'transaction type', 'num', 'amount', 'payment date', 'payment no'],
  kinds: {
    receipts: {
      columns: {
        type: ['transaction type'],
        number: ['num'],
        date: ['payment date'],
        amount: ['amount'],
        reference: ['payment no'],
        customer: ['customer', 'name', 'customer full name'],
      },
      roles: { invoice: 'applied' },
    },
  },
};
