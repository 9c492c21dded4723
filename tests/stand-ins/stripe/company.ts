import { type Row, rowOf } from './rows.ts';
import type { StripeStandIn } from './stripe.ts';

type Fields = Readonly<Record<string, unknown>>;
type Move = Readonly<{ amount: number; currency?: string }>;

/**
 * A selling account: each function has the effect that an invoice, payment or dispute has in Stripe, including its events. `at`:
 * a day.
 */
export const createCompany = (stripe: StripeStandIn) => {
  const secondsOf = (at: string): number => Date.parse(`${at}T18:00:00Z`) / 1000;
  const find = (list: string, id: string): Row => stripe.row(list, id);
  const change = (list: string, id: string, values: Fields, type: string | null): Row =>
    stripe.put(list, { ...find(list, id), ...values }, type);
  const paidAt = (at: string) => ({ canceled_at: null, paid_at: secondsOf(at) });
  const transitions = (invoice: Row, name: string, at: string) => ({
    status_transitions: { ...(invoice.status_transitions as object), [name]: secondsOf(at) },
  });
  const customer = (id: string, name: string | null, overrides: Fields = {}) =>
    stripe.put('customers', rowOf('customer', { id, name, ...overrides }), find('customers', id) ? 'customer.updated' : 'customer.created');
  const draft = (id: string, total: number, overrides: Fields = {}) =>
    stripe.put(
      'invoices',
      rowOf('invoice', { id, total, amount_due: total, amount_remaining: total, total_excluding_tax: total, ...overrides }),
      'invoice.created',
    );
  const finalize = (id: string, at = '2026-11-02') => {
    const row = find('invoices', id);
    const number = row.number ?? `ACME-${id.replace('in_', '').padStart(4, '0')}`;
    return change('invoices', id, { status: 'open', number, ...transitions(row, 'finalized_at', at) }, 'invoice.finalized');
  };
  const open = (id: string, total: number, overrides: Fields = {}, at?: string) => {
    draft(id, total, { customer_name: 'Mesa Library', ...overrides });
    return finalize(id, at);
  };
  /** One payment intent for one or more invoices. */
  const pay = (parts: Readonly<Record<string, number>>, at = '2026-11-10', payment: Fields | null = null) => {
    const intent = stripe.nextId('pi');
    for (const [invoice, amount] of Object.entries(parts)) {
      const row = find('invoices', invoice);
      const remaining = Number(row.amount_remaining) - amount;
      const values = { amount_paid: amount, amount_requested: amount, invoice, status: 'paid', status_transitions: paidAt(at) };
      const made = payment ?? { type: 'payment_intent', payment_intent: intent };
      const id = stripe.nextId('inpay');
      stripe.put(
        'invoice_payments',
        rowOf('invoice_payment', { id, created: secondsOf(at), payment: made, ...values }),
        'invoice_payment.paid',
      );
      const settled = { amount_paid: Number(row.amount_paid) + amount, amount_remaining: remaining };
      const paid = remaining === 0 ? { status: 'paid', ...transitions(row, 'paid_at', at) } : {};
      change('invoices', invoice, { ...settled, ...paid }, remaining === 0 ? 'invoice.paid' : 'invoice.updated');
    }
    return intent;
  };
  /** Marked as paid outside of Stripe, without any payment. */
  const payOutside = (id: string, at = '2026-11-10') => {
    const row = find('invoices', id);
    const values = { status: 'paid', amount_paid: Number(row.amount_remaining) + Number(row.amount_paid), amount_remaining: 0 };
    return change('invoices', id, { ...values, ...transitions(row, 'paid_at', at) }, 'invoice.paid');
  };
  const refund = (payment_intent: string, amount: number, overrides: Fields = {}, at = '2026-11-15') =>
    stripe.put(
      'refunds',
      rowOf('refund', { id: stripe.nextId('re'), payment_intent, amount, created: secondsOf(at), ...overrides }),
      'refund.created',
    );
  const creditNote = (id: string, invoice: string, total: number, overrides: Fields = {}, at = '2026-11-16') => {
    const row = find('invoices', invoice);
    const remaining = Number(row.amount_remaining);
    const before = Math.min(remaining, total);
    const values = {
      invoice,
      total,
      total_excluding_tax: total,
      number: `${row.number}-${id}`,
      customer: row.customer,
      currency: row.currency,
    };
    const amounts = { pre_payment_amount: before, post_payment_amount: total - before, created: secondsOf(at) };
    stripe.put('credit_notes', rowOf('credit_note', { id, ...values, ...amounts, ...overrides }), 'credit_note.created');
    return change('invoices', invoice, { amount_remaining: remaining - before }, 'invoice.updated');
  };
  /** @param moves amounts withdrawn and reinstated so far */
  const dispute = (id: string, payment_intent: string, amount: number, status: string, moves: readonly Move[], at = '2026-11-18') => {
    const isNew = !find('disputes', id);
    const balance_transactions = moves.map((move, index) => ({
      id: `txn_${id}_${index}`,
      object: 'balance_transaction',
      currency: 'usd',
      ...move,
    }));
    const row = rowOf('dispute', { id, payment_intent, amount, status, balance_transactions, created: secondsOf(at) });
    const isClosed = status === 'won' || status === 'lost' || status === 'warning_closed';
    return stripe.put('disputes', row, `charge.dispute.${isNew ? 'created' : isClosed ? 'closed' : 'updated'}`);
  };
  return {
    customer,
    draft,
    finalize,
    open,
    pay,
    payOutside,
    refund,
    creditNote,
    dispute,
    change,
    void: (id: string) => change('invoices', id, { status: 'void', amount_remaining: 0 }, 'invoice.voided'),
    writeOff: (id: string) => change('invoices', id, { status: 'uncollectible' }, 'invoice.marked_uncollectible'),
    deleteDraft: (id: string) => {
      const row = find('invoices', id);
      stripe.drop('invoices', id);
      stripe.tell('invoice.deleted', row);
    },
  };
};
export type StripeCompany = ReturnType<typeof createCompany>;
