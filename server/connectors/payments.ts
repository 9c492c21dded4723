import type { Cents } from '../../contract/rules/money.ts';
import type { Day } from '../../contract/rules/time/period.ts';
import { placeIf } from './placing.ts';

/** An invoice paid by a payment, and the amount paid. */
export type SourcePaidLine = Readonly<{ invoice: string; amount_cents: Cents }>;
export type SourcePayment = Readonly<{ external_id: string; received_on: Day; method: string; reference: string | null }>;

/** Money received for one invoice. */
export const paymentFactOf = <Paid extends SourcePayment>(payment: Paid, line: SourcePaidLine) =>
  ({ kind: 'payment', ...payment, amount_cents: line.amount_cents, lines: [line], credits: [] }) as const;

/** An amount that settled an invoice without money, such as a credit balance (decisions 2.27). */
export const settlementOf = <Paid extends SourcePayment>(payment: Paid, line: SourcePaidLine) =>
  ({
    ...paymentFactOf(payment, line),
    amount_cents: 0,
    applied_cents: 0,
    others: [{ means: payment.method, amount_cents: line.amount_cents }],
  }) as const;

/**
 * Distributes a refund without a credit memo over the invoices that its payment paid, in order. Without such an invoice, it
 * counts as deleted.
 */
export const refundOf = <Paid extends SourcePayment>(payment: Paid, cents: Cents, paid: readonly SourcePaidLine[]) => {
  let remaining = cents;
  const lines = paid.flatMap(({ invoice, amount_cents }) => {
    const part = Math.min(remaining, amount_cents);
    remaining -= part;
    return part > 0 ? [{ invoice, amount_cents: -part }] : [];
  });
  return { kind: 'payment', ...payment, ...placeIf(lines.length > 0), amount_cents: remaining - cents, lines, credits: [] } as const;
};
