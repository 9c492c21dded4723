export type Row = Readonly<Record<string, unknown>> & Readonly<{ id: string; object: string }>;

/** The fields read from each object, with the values of Stripe's own fixtures (openapi/fixtures3.json); others are omitted. */
const fixtures: Readonly<Record<string, object>> = {
  customer: { name: null, email: null, created: 1_793_000_000, livemode: false, metadata: {} },
  invoice: {
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    created: 1_793_000_000,
    currency: 'usd',
    custom_fields: null,
    customer: 'cus_1',
    customer_email: null,
    customer_name: null,
    description: null,
    due_date: null,
    effective_at: null,
    ending_balance: null,
    livemode: false,
    metadata: {},
    number: null,
    shipping_cost: null,
    starting_balance: 0,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    total: 0,
    total_excluding_tax: null,
    total_taxes: null,
  },
  invoice_payment: {
    amount_paid: null,
    amount_requested: 0,
    created: 1_793_000_000,
    currency: 'usd',
    is_default: true,
    payment: { type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  },
  credit_note: {
    created: 1_793_000_000,
    currency: 'usd',
    customer: 'cus_1',
    effective_at: null,
    number: null,
    post_payment_amount: 0,
    pre_payment_amount: 0,
    refunds: [],
    shipping_cost: null,
    status: 'issued',
    total: 0,
    total_excluding_tax: null,
    total_taxes: null,
    voided_at: null,
  },
  refund: { amount: 0, charge: null, created: 1_793_000_000, currency: 'usd', payment_intent: null, status: 'succeeded' },
  dispute: {
    amount: 0,
    balance_transactions: [],
    charge: 'ch_1',
    created: 1_793_000_000,
    currency: 'usd',
    payment_intent: null,
    status: 'needs_response',
  },
  event: { created: 1_793_000_000, api_version: null, data: { object: {} }, livemode: false, pending_webhooks: 0, request: null },
};

/**
 * An object: its fixture with changes.
 * @throws for a field that the fixture does not have
 */
export const rowOf = (object: string, values: Readonly<Record<string, unknown>> & Readonly<{ id: string }>): Row => {
  const known = fixtures[object] ?? {};
  const unknown = Object.keys(values).filter((name) => !(name in known) && !['id', 'type', 'invoice', 'deleted'].includes(name));
  if (unknown.length > 0) throw new Error(`${object} has no ${unknown.join(', ')}`);
  return { object, ...known, ...values };
};

export const fixtureNames = (object: string): readonly string[] => Object.keys(fixtures[object] ?? {});
