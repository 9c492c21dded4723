import type { Cents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { todayIn } from '../../../contract/rules/time/today.ts';
import type { Fact, FactOf } from '../../domain/connections/facts.ts';
import { type Answer, answerRowsOf, idOf, namesSalesperson, recordOf, refOf, rowsIn, textOf } from '../answers.ts';
import { allocationOf, memoPartsOf } from '../creditNotes.ts';
import { type Place, type Places, placeOf } from '../placing.ts';

/** An invoice that a payment paid, and how much of it. */
export type PaidLine = Readonly<{ invoice: string; amount_cents: Cents }>;

/**
 * Amounts are in the smallest unit of their currency, and instants in seconds.
 * @throws if it is not a whole number
 */
const wholeOf = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error('no whole number');
  return value;
};
const dayOf = (seconds: unknown, zone: string): Day => todayIn(zone, new Date(wholeOf(seconds) * 1000));
const sumOf = (rows: readonly Answer[], field: string): Cents => rows.reduce((sum, row) => sum + wholeOf(row[field]), 0);

/** The customer's current name, or else the name on the invoice. */
const partyOf = ({ customer, customer_name, customer_email }: Answer) => {
  const id = refOf(customer);
  const name = typeof customer === 'object' && customer !== null ? textOf(recordOf(customer).name) : null;
  return id === null ? null : { external_id: id, name: name ?? textOf(customer_name) ?? textOf(customer_email) ?? `Customer ${id}` };
};
const money = (row: Answer, place: Place) => ({
  external_id: idOf(row.id),
  currency: idOf(row.currency).toUpperCase(),
  ...place,
  customer: partyOf(row),
});

const states: Places = new Map([...['open', 'paid', 'uncollectible', 'issued'].map((state) => [state, null] as const), ['void', 'voided']]);
const stateOf = ({ status }: Answer): Place => placeOf(['state', status, states]);
const placeIf = (counts: boolean): Place => ({ outside_state: counts ? null : 'deleted' });

/** Revenue: the total without its tax, of which shipping is none (decisions 2.19). */
const netOf = ({ total, total_excluding_tax, total_taxes, shipping_cost }: Answer): Cents =>
  wholeOf(total_excluding_tax ?? wholeOf(total) - sumOf(rowsIn(total_taxes), 'amount')) -
  wholeOf(shipping_cost ? recordOf(shipping_cost).amount_subtotal : 0);

/** decisions 7.03: a custom field of the invoice, or else its metadata; otherwise nobody. */
const salespersonOf = ({ custom_fields, metadata }: Answer): string | null => {
  const fields = rowsIn(custom_fields).map(({ name, value }) => [String(name), value] as const);
  const all = [...fields, ...Object.entries(recordOf(metadata ?? {}))];
  return textOf(all.find(([name, value]) => namesSalesperson(name) && textOf(value) !== null)?.[1]);
};

export const customerOf = (row: Answer): Fact => {
  const { id, email, deleted } = row;
  const name = textOf(row.name) ?? textOf(email) ?? `Customer ${idOf(id)}`;
  return { kind: 'customer', external_id: idOf(id), name, email: textOf(email), gone: deleted === true };
};

/** Payments of an invoice: through Stripe, outside of it, and from the customer's credit balance, which is not money (decisions 2.27). */
const paymentsOf = (invoice: Answer, payments: readonly Answer[], zone: string): FactOf<'payment'>[] => {
  const base = { kind: 'payment', ...money(invoice, placeIf(true)), reference: null, credits: [] } as const;
  const id = base.external_id;
  const paidBy = (external_id: string, paid_cents: Cents, seconds: unknown, method: string) =>
    ({
      ...base,
      external_id,
      amount_cents: paid_cents,
      received_on: dayOf(seconds, zone),
      method,
      lines: [{ invoice: id, amount_cents: paid_cents }],
    }) as const;
  const paid = payments.filter(({ status }) => status === 'paid');
  const through = paid.map((row) => {
    const { type, payment_intent, charge, payment_record } = recordOf(row.payment);
    const at = recordOf(row.status_transitions).paid_at ?? row.created;
    const fact = paidBy(idOf(row.id), wholeOf(row.amount_paid), at, type === 'payment_record' ? 'outside Stripe' : 'Stripe');
    return { ...fact, reference: refOf(payment_intent) ?? refOf(charge) ?? refOf(payment_record) };
  });
  const { finalized_at, paid_at } = recordOf(invoice.status_transitions);
  const at = paid_at ?? finalized_at ?? invoice.created;
  const outside = invoice.status === 'paid' ? wholeOf(invoice.amount_paid) - sumOf(paid, 'amount_paid') : 0;
  const start = wholeOf(invoice.starting_balance ?? 0);
  const credit = start < 0 ? wholeOf(invoice.ending_balance ?? start) - start : 0;
  const means = 'customer balance';
  const credited = {
    ...paidBy(`balance:${id}`, credit, at, means),
    amount_cents: 0,
    applied_cents: 0,
    others: [{ means, amount_cents: credit }],
  };
  return [...through, ...(outside > 0 ? [paidBy(`outside:${id}`, outside, at, 'outside Stripe')] : []), ...(credit > 0 ? [credited] : [])];
};

/**
 * Drafts are ignored; an uncollectible invoice stays booked and unpaid (decisions 2.26).
 * @param payments of the invoice
 */
export const invoiceFacts = (row: Answer, payments: readonly Answer[], zone: string): Fact[] => {
  if (row.status === 'draft') return [];
  const isVoid = row.status === 'void';
  const base = money(row, stateOf(row));
  const invoice: Fact = {
    kind: 'invoice',
    ...base,
    document_number: textOf(row.number),
    fallback_number: `STRIPE-${base.external_id}`,
    gross_cents: wholeOf(row.total),
    net_cents: netOf(row),
    booking_date: dayOf(row.effective_at ?? recordOf(row.status_transitions).finalized_at ?? row.created, zone),
    due_date: row.due_date ? dayOf(row.due_date, zone) : null,
    notes: textOf(row.description),
    salesperson: salespersonOf(row),
    ...(isVoid ? {} : { balance_cents: wholeOf(row.amount_remaining) }),
  };
  return [invoice, ...(isVoid ? [] : paymentsOf(row, payments, zone))];
};

/** Ids of refunds that are reported by a credit note. */
export const refundsIn = ({ refunds }: Answer): ReadonlyMap<string, Cents> =>
  new Map(
    rowsIn(refunds).flatMap(({ refund, amount_refunded }) =>
      refOf(refund) ? [[idOf(refOf(refund)), wholeOf(amount_refunded)] as const] : [],
    ),
  );

/** A credit note reverses its invoice; the refunded part is a separate memo (decisions 2.20, 2.27). */
export const creditNoteFacts = (row: Answer, zone: string): Fact[] => {
  const [id, invoice, total] = [idOf(row.id), idOf(refOf(row.invoice)), wholeOf(row.total)];
  const refunded = [...refundsIn(row).values()].reduce((sum, cents) => sum + cents, 0);
  const { rest, refund } = memoPartsOf(total, netOf(row), Math.min(total, refunded));
  const [day, number] = [dayOf(row.effective_at ?? row.created, zone), textOf(row.number)];
  const factsOf = (memo: string, part: typeof rest | typeof refund): Fact[] => {
    const base = money(row, part.gross_cents === 0 ? placeIf(false) : stateOf(row));
    const allocation = allocationOf({ memo, day, number, lines: [{ invoice, amount_cents: part.gross_cents }] });
    return [
      { kind: 'credit_memo', ...base, external_id: memo, document_number: number, booking_date: day, ...part },
      { kind: 'payment', ...base, external_id: `credit:${memo}`, ...allocation, applied_cents: 0 },
    ];
  };
  return [...factsOf(id, rest), ...factsOf(`${id}-refund`, refund)];
};

/** Distributes refunded money over the invoices that its payment paid, in order; without any, the payment no longer exists. */
export const moneyBack = (row: Answer, cents: Cents, paid: readonly PaidLine[], method: string, zone: string): Fact => {
  let left = cents;
  const lines = paid.flatMap(({ invoice, amount_cents }) => {
    const part = Math.min(left, amount_cents);
    left -= part;
    return part > 0 ? [{ invoice, amount_cents: -part }] : [];
  });
  const base = {
    ...money(row, placeIf(left < cents)),
    amount_cents: left - cents,
    received_on: dayOf(row.created, zone),
    method,
  };
  return { kind: 'payment', ...base, reference: refOf(row.payment_intent), lines, credits: [] };
};

/**
 * A refund that failed, or is reported by a credit note, refunds nothing by itself.
 * @param noted its part in credit notes
 */
export const refundedCents = ({ status, amount }: Answer, noted: Cents): Cents =>
  status === 'succeeded' ? Math.max(0, wholeOf(amount) - noted) : 0;

/** The amount that a dispute has taken so far: withdrawn less reinstated. Zero for a won dispute and for an inquiry. */
export const disputedCents = ({ balance_transactions, currency, amount }: Answer): Cents => {
  const moves = answerRowsOf(balance_transactions);
  const taken = Math.max(0, -sumOf(moves, 'amount'));
  return taken > 0 && moves.some((move) => move.currency !== currency) ? wholeOf(amount) : taken;
};
