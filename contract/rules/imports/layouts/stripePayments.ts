import type { Layout } from './layout.ts';

/** Stripe's payment export: payments refer to an invoice by its id. */
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
      // The refunded amount is subtracted.
      states: { refunded: 'counts', 'partially refunded': 'counts' },
    },
  },
};
