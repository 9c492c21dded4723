import type { Cents } from '../../../contract/rules/money.ts';
import type { Fact, FactOf } from '../../domain/connections/facts.ts';
import { dayOfSeconds, parseWhole, sumAnswers } from '../amounts.ts';
import { type Answer, answerRowsOf, firstText, idOf, recordOf, refOf, rowsIn, salespeopleIn, textOf } from '../answers.ts';
import { memoFacts, memoPartsOf } from '../creditNotes.ts';
import { paymentFactOf, refundOf, type SourcePaidLine, type SourcePayment, settlementOf } from '../payments.ts';
import { type Placement, type PlacementsByValue, placeIf, placementOf } from '../placing.ts';

/** The customer's current name, or else the name on the invoice. */
const partyOf = ({ customer, customer_name, customer_email }: Answer) => {
  const id = refOf(customer);
  const name = typeof customer === 'object' && customer !== null ? recordOf(customer).name : null;
  return id === null ? null : { external_id: id, name: firstText(name, customer_name, customer_email) ?? `Customer ${id}` };
};
const moneyFields = (row: Answer, place: Placement) => ({
  external_id: idOf(row.id),
  currency: idOf(row.currency).toUpperCase(),
  ...place,
  customer: partyOf(row),
});

const states: PlacementsByValue = new Map([
  ...['open', 'paid', 'uncollectible', 'issued'].map((state) => [state, null] as const),
  ['void', 'voided'],
]);
const stateOf = ({ status }: Answer): Placement => placementOf(['state', status, states]);

/** Revenue: the total without tax and shipping (decisions 2.19). */
const netOf = ({ total, total_excluding_tax, total_taxes, shipping_cost }: Answer): Cents =>
  parseWhole(total_excluding_tax ?? parseWhole(total) - sumAnswers(rowsIn(total_taxes), ({ amount }) => parseWhole(amount))) -
  parseWhole(shipping_cost ? recordOf(shipping_cost).amount_subtotal : 0);

/** decisions 7.03: a custom field of the invoice, or else its metadata; otherwise nobody. */
const salespersonOf = ({ custom_fields, metadata }: Answer): string | null => {
  const fields = rowsIn(custom_fields).map(({ name, value }) => [name, value] as const);
  return salespeopleIn([...fields, ...Object.entries(recordOf(metadata ?? {}))])[0] ?? null;
};

export const customerOf = (row: Answer): Fact => {
  const { id, email, deleted } = row;
  const name = firstText(row.name, email) ?? `Customer ${idOf(id)}`;
  return { kind: 'customer', external_id: idOf(id), name, email: textOf(email), gone: deleted === true };
};

/** Payments of an invoice: through Stripe, outside it, and from the customer's credit balance, which is not money (decisions 2.27). */
const paymentsOf = (invoice: Answer, payments: readonly Answer[], zone: string): FactOf<'payment'>[] => {
  const base = moneyFields(invoice, placeIf(true));
  const id = base.external_id;
  const paidBy = (
    external_id: string,
    amount_cents: Cents,
    seconds: unknown,
    method: string,
    factOf = paymentFactOf<typeof base & SourcePayment>,
  ) => factOf({ ...base, external_id, received_on: dayOfSeconds(seconds, zone), method, reference: null }, { invoice: id, amount_cents });
  const paid = payments.filter(({ status }) => status === 'paid');
  const invoicePayments = paid.map((row) => {
    const { type, payment_intent, charge, payment_record } = recordOf(row.payment);
    const paidAt = recordOf(row.status_transitions).paid_at ?? row.created;
    const fact = paidBy(idOf(row.id), parseWhole(row.amount_paid), paidAt, type === 'payment_record' ? 'outside Stripe' : 'Stripe');
    return { ...fact, reference: refOf(payment_intent) ?? refOf(charge) ?? refOf(payment_record) };
  });
  const { finalized_at, paid_at } = recordOf(invoice.status_transitions);
  const paidAt = paid_at ?? finalized_at ?? invoice.created;
  const paidOutside =
    invoice.status === 'paid' ? parseWhole(invoice.amount_paid) - sumAnswers(paid, ({ amount_paid }) => parseWhole(amount_paid)) : 0;
  const start = parseWhole(invoice.starting_balance ?? 0);
  const credit = start < 0 ? parseWhole(invoice.ending_balance ?? start) - start : 0;
  return [
    ...invoicePayments,
    ...(paidOutside > 0 ? [paidBy(`outside:${id}`, paidOutside, paidAt, 'outside Stripe')] : []),
    ...(credit > 0 ? [paidBy(`balance:${id}`, credit, paidAt, 'customer balance', settlementOf)] : []),
  ];
};

/**
 * Drafts are ignored; an uncollectible invoice stays booked and unpaid (decisions 2.26).
 * @param payments of the invoice
 */
export const invoiceFacts = (row: Answer, payments: readonly Answer[], zone: string): Fact[] => {
  if (row.status === 'draft') return [];
  const isVoid = row.status === 'void';
  const base = moneyFields(row, stateOf(row));
  const invoice: Fact = {
    kind: 'invoice',
    ...base,
    document_number: textOf(row.number),
    fallback_number: `STRIPE-${base.external_id}`,
    gross_cents: parseWhole(row.total),
    net_cents: netOf(row),
    booking_date: dayOfSeconds(row.effective_at ?? recordOf(row.status_transitions).finalized_at ?? row.created, zone),
    due_date: row.due_date ? dayOfSeconds(row.due_date, zone) : null,
    notes: textOf(row.description),
    salesperson: salespersonOf(row),
    ...(isVoid ? {} : { balance_cents: parseWhole(row.amount_remaining) }),
  };
  return [invoice, ...(isVoid ? [] : paymentsOf(row, payments, zone))];
};

/** Ids of refunds that are reported by a credit note. */
export const refundsIn = ({ refunds }: Answer): ReadonlyMap<string, Cents> =>
  new Map(
    rowsIn(refunds).flatMap(({ refund, amount_refunded }) =>
      refOf(refund) ? [[idOf(refOf(refund)), parseWhole(amount_refunded)] as const] : [],
    ),
  );

/** A credit note reverses its invoice; the refunded part is a separate memo (decisions 2.20, 2.27). */
export const creditNoteFacts = (row: Answer, zone: string): Fact[] => {
  const [id, invoice, total] = [idOf(row.id), idOf(refOf(row.invoice)), parseWhole(row.total)];
  const refunded = [...refundsIn(row).values()].reduce((sum, cents) => sum + cents, 0);
  const { rest, refund } = memoPartsOf(total, netOf(row), Math.min(total, refunded));
  const [day, number] = [dayOfSeconds(row.effective_at ?? row.created, zone), textOf(row.number)];
  const factsOf = (memo: string, part: typeof rest | typeof refund): Fact[] => {
    const base = moneyFields(row, placeIf(part.gross_cents > 0, stateOf(row)));
    return [...memoFacts(base, part, { memo, allocation: `credit:${memo}`, day, number, invoice })];
  };
  return [...factsOf(id, rest), ...factsOf(`${id}-refund`, refund)];
};

/** Money returned by a refund or dispute. */
export const moneyReturnFact = (row: Answer, cents: Cents, paid: readonly SourcePaidLine[], method: string, zone: string): Fact => {
  const receiptFields = { received_on: dayOfSeconds(row.created, zone), method, reference: refOf(row.payment_intent) };
  return refundOf({ ...moneyFields(row, placeIf(true)), ...receiptFields }, cents, paid);
};

/**
 * A refund that failed, or is reported by a credit note, refunds nothing by itself.
 * @param notedCents its part in credit notes
 */
export const refundedCents = ({ status, amount }: Answer, notedCents: Cents): Cents =>
  status === 'succeeded' ? Math.max(0, parseWhole(amount) - notedCents) : 0;

/** The amount that a dispute has taken so far: withdrawn less reinstated. Zero for a won dispute and for an inquiry. */
export const disputedCents = ({ balance_transactions, currency, amount }: Answer): Cents => {
  const balanceChanges = answerRowsOf(balance_transactions);
  const withheldCents = Math.max(0, -sumAnswers(balanceChanges, ({ amount: balanceChange }) => parseWhole(balanceChange)));
  return withheldCents > 0 && balanceChanges.some((move) => move.currency !== currency) ? parseWhole(amount) : withheldCents;
};
