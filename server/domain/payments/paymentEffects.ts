import type { ListedPayment } from '../../db/repositories/payments/paymentsPage.ts';
import type { ReceiptRow } from '../../db/repositories/payments/receipts.ts';
import type { PayoutRow } from '../../db/repositories/payouts/payouts.ts';
import type { ChangeContext as FactsBy } from '../facts/changeFacts.ts';

/**
 * The author of the change. `several`: several payments are written in one transaction. Their figures are marked, because computing them
 * one by one would lock people and company totals in any order.
 */
export type PaymentBy = FactsBy & Readonly<{ several?: boolean }>;
/** A record count so large that `recomputeOrMark` always marks; passed for each of several payments. */
export const ALWAYS_MARK = Number.POSITIVE_INFINITY;
export type PaymentVerb = 'recorded' | 'approved' | 'completed' | 'failed' | 'retried' | 'reversed' | 'reopened' | 'allocated' | 'undone';

const auditedReceiptOf = (row: ReceiptRow) => ({
  customer: row.customer_name,
  amount_cents: row.amount_cents,
  unapplied_cents: row.amount_cents - row.allocated_cents,
  received_on: row.received_on,
  method: row.method,
  reference: row.reference,
  state: row.state,
  failure: row.failure,
});
const auditedPayoutOf = (row: PayoutRow) => ({
  person: `${row.first_name} ${row.last_name}`,
  amount_cents: row.amount_cents,
  ...(row.drawn_cents === 0 ? {} : { drawn_cents: row.drawn_cents }),
  ...(row.recovered_cents === 0 ? {} : { recovered_cents: row.recovered_cents }),
  paid_on: row.paid_on,
  method: row.method,
  reference: row.reference,
  state: row.state,
  failure: row.failure,
  self_approved: row.self_approved,
});
const auditedFieldsOf = (listed: ListedPayment) =>
  listed.type === 'customer_payment' ? auditedReceiptOf(listed.row) : auditedPayoutOf(listed.row);

export type PaymentTransition = Readonly<{ verb: PaymentVerb; before: ListedPayment | null; after: ListedPayment; cause?: string }>;

/** The audit entry of an action, for `auditRepository.write`, which a transaction calls last. */
export const paymentEntry = ({ verb, before, after, cause }: PaymentTransition, { principal }: PaymentBy) => {
  const entity = after.type === 'customer_payment' ? 'receipt' : 'payout';
  return {
    actorId: principal.userId,
    action: `${entity}.${verb}`,
    entity,
    entityId: String(after.row.id),
    ...(before ? { before: auditedFieldsOf(before) } : {}),
    after: auditedFieldsOf(after),
    ...(cause ? { cause } : {}),
  };
};
