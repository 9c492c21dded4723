import type { Layout } from './layout.ts';

/** Xero, "Export sales invoices": one row per invoice line, each with the invoice's totals. */
export const xeroInvoices: Layout = {
  headers: ['contactname', 'invoicenumber', 'invoicedate', 'total', 'taxtotal', 'invoiceamountpaid', 'invoiceamountdue', 'type', 'status'],
  kinds: {
    invoices: {
      columns: {
        type: ['type'],
        status: ['status'],
        number: ['invoicenumber'],
        customer: ['contactname'],
        date: ['invoicedate'],
        due: ['duedate'],
        gross: ['total'],
        tax: ['taxtotal'],
        salesperson: ['trackingoption1'],
        currency: ['currency'],
        paid: ['invoiceamountpaid'],
      },
      lines: 'repeat',
    },
    receipts: {
      columns: {
        type: ['type'],
        status: ['status'],
        number: ['invoicenumber'],
        customer: ['contactname'],
        amount: ['invoiceamountpaid'],
        currency: ['currency'],
      },
      roles: { 'sales invoice': 'payment', accrec: 'payment' },
      lines: 'repeat',
      skipsZero: true,
    },
  },
};
