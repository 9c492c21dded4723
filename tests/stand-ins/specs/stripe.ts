import { closed, digits, flag, integer, listOf, type Operation, oneOf, type Shape, type Spec, text, textOrNull } from './specCheck.ts';

const orNull = (shape: Shape): Shape => ({ anyOf: [shape, { type: 'null' }] });
const wholeOrNull: Shape = { type: ['integer', 'null'] };
const texts: Shape = { type: 'object', additionalProperties: text };
const taxes = orNull(listOf({ type: 'object', required: ['amount'] }));
const shipping = orNull({ type: 'object', required: ['amount_subtotal', 'amount_tax', 'amount_total'] });
const id = { id: text };

const customer = closed({
  ...id,
  object: oneOf('customer'),
  created: integer,
  livemode: flag,
  name: textOrNull,
  email: textOrNull,
  metadata: texts,
});
const payment = closed(
  { type: oneOf('charge', 'payment_intent', 'payment_record') },
  { charge: text, payment_intent: text, payment_record: text },
);
const invoicePayment = closed({
  ...id,
  object: oneOf('invoice_payment'),
  amount_paid: wholeOrNull,
  amount_requested: integer,
  created: integer,
  currency: text,
  invoice: text,
  is_default: flag,
  payment,
  status: oneOf('open', 'paid', 'canceled'),
  status_transitions: closed({ canceled_at: wholeOrNull, paid_at: wholeOrNull }),
});
const invoice = closed(
  {
    ...id,
    object: oneOf('invoice'),
    amount_due: integer,
    amount_paid: integer,
    amount_remaining: integer,
    created: integer,
    currency: text,
    custom_fields: orNull(listOf(closed({ name: text, value: text }))),
    customer: { anyOf: [text, customer] },
    customer_email: textOrNull,
    customer_name: textOrNull,
    description: textOrNull,
    due_date: wholeOrNull,
    effective_at: wholeOrNull,
    ending_balance: wholeOrNull,
    livemode: flag,
    metadata: orNull(texts),
    number: textOrNull,
    shipping_cost: shipping,
    starting_balance: integer,
    status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
    status_transitions: closed({
      finalized_at: wholeOrNull,
      marked_uncollectible_at: wholeOrNull,
      paid_at: wholeOrNull,
      voided_at: wholeOrNull,
    }),
    total: integer,
    total_excluding_tax: wholeOrNull,
    total_taxes: taxes,
  },
  { payments: closed({ object: oneOf('list'), data: listOf(invoicePayment), has_more: flag }) },
);
const creditNote = closed({
  ...id,
  object: oneOf('credit_note'),
  created: integer,
  currency: text,
  customer: text,
  effective_at: wholeOrNull,
  invoice: text,
  number: textOrNull,
  post_payment_amount: integer,
  pre_payment_amount: integer,
  refunds: listOf(closed({ refund: text, amount_refunded: integer })),
  shipping_cost: shipping,
  status: oneOf('issued', 'void'),
  total: integer,
  total_excluding_tax: wholeOrNull,
  total_taxes: taxes,
  voided_at: wholeOrNull,
});
const refund = closed({
  ...id,
  object: oneOf('refund'),
  amount: integer,
  charge: textOrNull,
  created: integer,
  currency: text,
  payment_intent: textOrNull,
  status: oneOf('pending', 'requires_action', 'succeeded', 'failed', 'canceled'),
});
const dispute = closed({
  ...id,
  object: oneOf('dispute'),
  amount: integer,
  balance_transactions: listOf(closed({ ...id, object: oneOf('balance_transaction'), amount: integer, currency: text })),
  charge: text,
  created: integer,
  currency: text,
  payment_intent: textOrNull,
  status: oneOf('lost', 'needs_response', 'under_review', 'warning_closed', 'warning_needs_response', 'warning_under_review', 'won'),
});
const event = closed({
  ...id,
  object: oneOf('event'),
  api_version: textOrNull,
  created: integer,
  data: closed({ object: { type: 'object', required: ['id', 'object'] } }),
  livemode: flag,
  pending_webhooks: integer,
  request: { type: ['object', 'null'] },
  type: text,
});

const paging = { limit: digits, starting_after: text };
const list = (name: string, row: Shape, query: Readonly<Record<string, Shape>> = {}): Operation => ({
  method: 'GET',
  path: `/v1/${name}`,
  query: { ...paging, ...query },
  answer: closed({ object: oneOf('list'), url: text, has_more: flag, data: listOf(row) }),
});
const one = (name: string, row: Shape, query: Readonly<Record<string, Shape>> = {}): Operation => ({
  method: 'GET',
  path: `/v1/${name}/{id}`,
  query,
  answer: row,
});
/** At most twenty types. */
const types = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`types[${index}]`, text]));

/** Fields of stripe/openapi that are read or identify a row; others are omitted. */
export const stripeSpec: Spec = {
  source: 'https://github.com/stripe/openapi (openapi/fixtures3.json) and https://docs.stripe.com/api',
  version: '2025-11-17.clover',
  operations: [
    { method: 'GET', path: '/v1/account', answer: closed({ ...id, object: oneOf('account'), default_currency: text }) },
    list('customers', customer),
    one('customers', customer),
    list('invoices', invoice, { 'expand[0]': oneOf('data.payments'), 'expand[1]': oneOf('data.customer') }),
    one('invoices', invoice, { 'expand[0]': oneOf('payments'), 'expand[1]': oneOf('customer') }),
    list('invoice_payments', invoicePayment, {
      invoice: text,
      'payment[type]': oneOf('payment_intent', 'payment_record'),
      'payment[payment_intent]': text,
    }),
    list('credit_notes', creditNote, { invoice: text }),
    one('credit_notes', creditNote),
    list('refunds', refund),
    one('refunds', refund),
    list('disputes', dispute),
    one('disputes', dispute),
    list('events', event, { 'created[gte]': digits, ...types }),
  ],
  error: closed({ error: closed({ type: text, message: text }, { code: text, param: text }) }),
};
