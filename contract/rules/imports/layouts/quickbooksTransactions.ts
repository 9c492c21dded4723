import type { Layout } from './layout.ts';

/** QuickBooks Online, "Transaction list by customer": all transactions of a customer, below their name. */
export const quickbooksTransactions: Layout = {
  headers: [['customer', 'customer full name'], ['date', 'transaction date'], 'transaction type', 'num', 'amount'],
  kinds: {
    invoices: {
      columns: {
        type: ['transaction type'],
        number: ['num'],
        customer: ['customer', 'name', 'customer full name'],
        date: ['date', 'transaction date'],
        due: ['due date'],
        gross: ['amount'],
        tax: ['sales tax', 'tax amount'],
        salesperson: ['sales rep', 'salesperson'],
        original: ['applied to'],
        currency: ['currency'],
      },
    },
    // The report does not say which invoices a payment pays.
    receipts: {
      columns: {
        type: ['transaction type'],
        reference: ['num'],
        customer: ['customer', 'name', 'customer full name'],
        date: ['date', 'transaction date'],
        amount: ['amount'],
        method: ['payment method'],
        currency: ['currency'],
      },
    },
  },
};
