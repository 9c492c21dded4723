import { type Static, Type } from 'typebox';
import { AuditEntry } from './audit.ts';
import { extended, Id, Instant, Money, nullable, oneOf, Pagination, PlainDate } from './common.ts';

export const paymentTypes = ['customer_payment', 'commission_payment'] as const;
export type PaymentType = (typeof paymentTypes)[number];
/** spec 4.10 */
export const paymentStates = ['completed', 'pending', 'failed', 'processing'] as const;
export type PaymentState = (typeof paymentStates)[number];
export const paymentStateBadges = {
  completed: { label: 'Completed', severity: 'success' },
  pending: { label: 'Pending', severity: 'warning' },
  failed: { label: 'Failed', severity: 'danger' },
  processing: { label: 'Processing', severity: 'info' },
} as const;
/** spec 2.60, as they are kept. */
export const paymentMethods = ['ACH', 'wire', 'credit card', 'check', 'direct deposit'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentActions = ['approve', 'complete', 'fail', 'retry', 'reverse', 'allocate'] as const;
export type PaymentAction = (typeof paymentActions)[number];
export const paymentSortFields = ['payment_date', 'amount'] as const;
export type PaymentSort = (typeof paymentSortFields)[number];

/** spec 3.20 and decisions 2.15, 2.16: money that came in (`cp-12`) or was paid out (`po-7`). `actions` is what the asker may do with it now. */
export const Payment = Type.Object({
  id: Id,
  type: oneOf(paymentTypes),
  /** The one invoice that it pays; null where it pays none or several. */
  invoice_id: nullable(Id),
  invoice_number: nullable(Type.String()),
  customer_id: nullable(Id),
  customer_name: nullable(Type.String()),
  user_id: nullable(Id),
  user_name: nullable(Type.String()),
  amount: Money,
  payment_date: PlainDate,
  payment_method: Type.String(),
  reference: nullable(Type.String()),
  status: oneOf(paymentStates),
  notes: nullable(Type.String()),
  /** What of a customer's payment pays no invoice yet. */
  unapplied: nullable(Money),
  /** The payment that it takes back, and the one that takes it back. */
  reversal_of: nullable(Id),
  reversed_by: nullable(Id),
  /** Why it failed. */
  failure: nullable(Type.String()),
  /** Of a commission payment: what a draw adds to its lines, and what of earlier draws it takes back (decisions 2.08). */
  drawn: Money,
  recovered: Money,
  run_id: nullable(Id),
  /** Approved by its creator or payee, because nobody else may. */
  self_approved: Type.Boolean(),
  /** The connection that owns it; null where it is ours. */
  source: nullable(Type.String()),
  created_by: nullable(Type.String()),
  approved_by: nullable(Type.String()),
  created_at: Instant,
  version: Type.Integer(),
  actions: Type.Array(oneOf(paymentActions)),
});
export type Payment = Static<typeof Payment>;

/** Over the period, person and search of the question, whatever its type and status. Totals are of what is completed. */
export const PaymentSummary = Type.Object({
  customer_total: Money,
  commission_total: Money,
  pending_count: Type.Integer(),
  transactions: Type.Integer(),
});
export type PaymentSummary = Static<typeof PaymentSummary>;
export const PaymentPage = Type.Object({ data: Type.Array(Payment), pagination: Pagination, summary: PaymentSummary });
export type PaymentPage = Static<typeof PaymentPage>;

export const allocationKinds = ['invoice', 'record', 'adjustment'] as const;
export type AllocationKind = (typeof allocationKinds)[number];
const Item = Type.Object({
  kind: oneOf(allocationKinds),
  id: Id,
  label: Type.String(),
  customer_name: nullable(Type.String()),
  /** Due day of an invoice, booking day of a record, effective day of an adjustment. */
  day: PlainDate,
});
/** What a payment pays: an invoice, a commission record, or an adjustment without a record. */
export const AllocationLine = extended(Item, {
  amount: Money,
  /** Of an invoice: the customer payment that it is, under which one sees what it moved. */
  payment_id: nullable(Id),
});
export type AllocationLine = Static<typeof AllocationLine>;
export const PaymentDetail = extended(Payment, {
  lines: Type.Array(AllocationLine),
  /** The part of it that settled invoices without money, by its source (decisions 2.27). */
  settled: Type.Optional(Type.Array(Type.Object({ invoice_id: Id, label: Type.String(), amount: Money, means: Type.String() }))),
  history: Type.Array(AuditEntry),
});
export type PaymentDetail = Static<typeof PaymentDetail>;

/** What may be paid now, oldest due first; `open` below zero is to be taken back. */
export const OpenItem = extended(Item, { open: Money });
export type OpenItem = Static<typeof OpenItem>;
export const OpenItems = Type.Object({
  data: Type.Array(OpenItem),
  /** Of the customer's earlier payments, what pays no invoice yet. */
  unapplied: Money,
});
export type OpenItems = Static<typeof OpenItems>;

export const PaymentChoice = Type.Object({
  kind: oneOf(['customer', 'invoice']),
  id: Id,
  label: Type.String(),
  customer_id: nullable(Id),
});
export type PaymentChoice = Static<typeof PaymentChoice>;
export const PaymentChoices = Type.Object({ data: Type.Array(PaymentChoice) });
