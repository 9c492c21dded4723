import { describe, expect, it } from 'vitest';
import {
  creditNoteFacts,
  customerOf,
  disputedCents,
  invoiceFacts,
  moneyReturnFact,
  refundedCents,
} from '../../../server/connectors/stripe/mapping.ts';
import openapi from '../../stand-ins/stripe/openapi.json' with { type: 'json' };
import { fixtureNames, type Row, rowOf } from '../../stand-ins/stripe/rows.ts';
import { KEY, startStripe } from '../../stand-ins/stripe/stripe.ts';

const ZONE = 'America/Phoenix';
const fieldsOf = (object: string): readonly string[] => (openapi.fields as Readonly<Record<string, readonly string[]>>)[object] ?? [];

/** Records which fields of a row are read. */
const recordReads = (row: Row) => {
  const read = new Set<string>();
  const seen = new Proxy(row, {
    get: (target, name, receiver) => {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(target, name, receiver);
    },
  });
  return { seen, read };
};

const invoice = (overrides: Readonly<Record<string, unknown>> = {}) =>
  rowOf('invoice', {
    id: 'in_1',
    status: 'open',
    number: 'A-1',
    total: 10_800,
    amount_remaining: 10_800,
    customer_name: 'Mesa',
    ...overrides,
  });
const payment = (overrides: Readonly<Record<string, unknown>> = {}) =>
  rowOf('invoice_payment', {
    id: 'inpay_1',
    invoice: 'in_1',
    status: 'paid',
    amount_paid: 10_800,
    payment: { type: 'payment_intent', payment_intent: 'pi_1' },
    ...overrides,
  });
const note = (overrides: Readonly<Record<string, unknown>> = {}) =>
  rowOf('credit_note', { id: 'cn_1', invoice: 'in_1', total: 900, number: 'A-1-CN', ...overrides });
const refund = (overrides: Readonly<Record<string, unknown>> = {}) =>
  rowOf('refund', { id: 're_1', amount: 500, payment_intent: 'pi_1', ...overrides });
const dispute = (moves: readonly object[], overrides: Readonly<Record<string, unknown>> = {}) =>
  rowOf('dispute', { id: 'dp_1', amount: 500, payment_intent: 'pi_1', balance_transactions: moves, ...overrides });

describe('Stripe object shapes', () => {
  it.each(Object.keys(openapi.fields))('%s: the stand-in has only fields of the OpenAPI fixtures', (object) => {
    expect(fixtureNames(object).filter((name) => !fieldsOf(object).includes(name))).toEqual([]);
  });

  it.each([
    ['customer', rowOf('customer', { id: 'cus_1' }), (row: Row) => customerOf(row)],
    ['invoice', invoice(), (row: Row) => invoiceFacts(row, [payment()], ZONE)],
    ['invoice_payment', payment(), (row: Row) => invoiceFacts(invoice(), [row], ZONE)],
    ['credit_note', note(), (row: Row) => creditNoteFacts(row, ZONE)],
    [
      'refund',
      refund(),
      (row: Row) => moneyReturnFact(row, refundedCents(row, 0), [{ invoice: 'in_1', amount_cents: 500 }], 'refund', ZONE),
    ],
    ['dispute', dispute([]), (row: Row) => moneyReturnFact(row, disputedCents(row), [], 'dispute', ZONE)],
  ] as const)('%s: the connector reads only fields of the OpenAPI fixtures', (object, row, read) => {
    const watching = recordReads(row);
    read(watching.seen);
    // Fields of deleted customers and of parties; refunds and disputes lack them.
    const known = [...fieldsOf(object), 'deleted', 'customer', 'customer_name', 'customer_email'];
    expect([...watching.read].filter((name) => !known.includes(name))).toEqual([]);
    expect(watching.read.size).toBeGreaterThan(2);
  });
});

it.each([
  ['refunds?page=2', '{"additionalProperty":"page"}'],
  ['events?types[0]=invoice.paid&created[gte]=yesterday', '/created[gte] must match pattern'],
])('the stand-in checks the call %s against the description', async (path, sentence) => {
  const stripe = await startStripe();
  await fetch(`${stripe.url}/v1/${path}`, { headers: { authorization: `Bearer ${KEY}`, 'stripe-version': '2025-11-17.clover' } });
  await expect(stripe.close()).rejects.toThrow(sentence);
});

describe('invoices', () => {
  it.each([
    [{ total_excluding_tax: 10_000 }, 10_000],
    [{ total_taxes: [{ amount: 500 }, { amount: 300 }] }, 10_000],
    [{ total_excluding_tax: 10_000, shipping_cost: { amount_subtotal: 1_500 } }, 8_500],
    [{}, 10_800],
  ])('decisions 2.19: computes the net revenue of %j as %i cents', (overrides, net) => {
    expect(invoiceFacts(invoice(overrides), [], ZONE)[0]).toMatchObject({ gross_cents: 10_800, net_cents: net });
  });

  it.each([
    [{ effective_at: 1_793_500_200 }, '2026-10-31'],
    [{ created: 1_793_516_400 }, '2026-11-01'],
  ])('books an invoice on the day of %j in the company’s zone', (overrides, day) => {
    expect(invoiceFacts(invoice(overrides), [], ZONE)[0]).toMatchObject({ booking_date: day });
  });

  it.each([
    [{ metadata: { sales_rep: 'sam@example.test' } }, 'sam@example.test'],
    [{ metadata: { 'Sales Person': ' Sam Seller ' } }, 'Sam Seller'],
    [
      { custom_fields: [{ name: 'Sales Rep', value: 'first@example.test' }], metadata: { sales_rep: 'second@example.test' } },
      'first@example.test',
    ],
    [{ metadata: { sales_rep: ' ', region: 'West' } }, null],
  ])('decisions 7.03: finds the salesperson of %j', (overrides, salesperson) => {
    expect(invoiceFacts(invoice(overrides), [], ZONE)[0]).toMatchObject({ salesperson });
  });

  it('names an unnumbered invoice by its id, and skips a draft', () => {
    expect(invoiceFacts(invoice({ number: null }), [], ZONE)[0]).toMatchObject({ document_number: null, fallback_number: 'STRIPE-in_1' });
    expect(invoiceFacts(invoice({ status: 'draft' }), [], ZONE)).toEqual([]);
  });

  it('decisions 2.26: asks about an undocumented state', () => {
    expect(invoiceFacts(invoice({ status: 'locked' }), [], ZONE)).toMatchObject([
      { kind: 'invoice', outside_state: null, unplaced: [{ field: 'state', value: 'locked' }] },
    ]);
  });

  it('refuses a fractional amount', () => {
    expect(() => invoiceFacts(invoice({ total: 10.5 }), [], ZONE)).toThrow('no whole number');
  });
});

describe('returned money', () => {
  const paid = [
    { invoice: 'in_1', amount_cents: 300 },
    { invoice: 'in_2', amount_cents: 400 },
  ];
  it('is deducted from the payment’s invoices in order, never more than they received', () => {
    expect(moneyReturnFact(refund(), 500, paid, 'refund', ZONE)).toMatchObject({
      amount_cents: -500,
      lines: [
        { invoice: 'in_1', amount_cents: -300 },
        { invoice: 'in_2', amount_cents: -200 },
      ],
    });
    expect(moneyReturnFact(refund(), 900, paid, 'refund', ZONE)).toMatchObject({ amount_cents: -700 });
    expect(moneyReturnFact(refund(), 0, paid, 'refund', ZONE)).toMatchObject({ outside_state: 'deleted', lines: [] });
  });

  it.each([
    [[], 0],
    [[{ amount: -500, currency: 'usd' }], 500],
    [
      [
        { amount: -500, currency: 'usd' },
        { amount: 500, currency: 'usd' },
      ],
      0,
    ],
    [
      [
        { amount: -500, currency: 'usd' },
        { amount: 500, currency: 'usd' },
        { amount: -500, currency: 'usd' },
      ],
      500,
    ],
    [[{ amount: -300, currency: 'usd' }], 300],
    [[{ amount: -460, currency: 'eur' }], 500],
  ])('by a dispute with the moves %j is %i cents', (moves, cents) => {
    expect(disputedCents(dispute(moves))).toBe(cents);
  });

  it.each([
    ['succeeded', 0, 500],
    ['succeeded', 500, 0],
    ['succeeded', 200, 300],
    ['pending', 0, 0],
    ['failed', 0, 0],
    ['canceled', 0, 0],
  ])('by a refund that %s, with %i cents in credit notes, is %i', (status, notedCents, cents) => {
    expect(refundedCents(refund({ status }), notedCents)).toBe(cents);
  });
});

it('a partly refunded credit note becomes two memos that add up to it', () => {
  const facts = creditNoteFacts(note({ total_excluding_tax: 833, refunds: [{ refund: 're_1', amount_refunded: 301 }] }), ZONE);
  const memos = facts.filter(({ kind }) => kind === 'credit_memo') as { gross_cents: number; net_cents: number; refunded?: true }[];
  expect(memos.map(({ gross_cents, refunded }) => [gross_cents, refunded ?? false])).toEqual([
    [599, false],
    [301, true],
  ]);
  expect(memos.reduce((sum, { net_cents }) => sum + net_cents, 0)).toBe(833);
});
