import type { Layout } from './layout.ts';

/** Stripe, the export of payments: they name an invoice by its id. */
export const stripePayments: Layout = {
  headers: ['id', 'created date utc', 'amount', 'amount refunded', 'currency', 'status', 'invoice id'],
  kinds: {
    receipts: {
      columns: {
        status: ['status'],
        number: ['invoice id'],
        date: ['created date utc'],
        amount: ['amount'],
        refunded: ['amount refunded'],
        reference: ['id'],
        currency: ['currency'],
      },
      // The amount that was refunded is taken off.
      states: { refunded: 'counts', 'partially refunded': 'counts' },
    },
  },
};
