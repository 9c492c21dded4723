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
/** spec 2.60, as stored. */
export const paymentMethods = ['ACH', 'wire', 'credit card', 'check', 'direct deposit'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const paymentActions = ['approve', 'complete', 'fail', 'retry', 'reverse', 'allocate'] as const;
export type PaymentAction = (typeof paymentActions)[number];
export const paymentSortFields = ['payment_date', 'amount'] as const;
export type PaymentSort = (typeof paymentSortFields)[number];

/** spec 3.20 and decisions 2.15, 2.16: money received (`cp-12`) or paid out (`po-7`). `actions`: available to the requester now. */
export const Payment = Type.Object({
  id: Id,
  type: oneOf(paymentTypes),
  /** The invoice it pays; null if it pays none or several. */
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
  /** The part of a customer's payment not applied to any invoice yet. */
  unapplied: nullable(Money),
  /** The payment it reverses, and the payment that reverses it. */
  reversal_of: nullable(Id),
  reversed_by: nullable(Id),
  /** The reason why it failed. */
  failure: nullable(Type.String()),
  /** For a commission payment: the amount added by a draw, and the amount recovered of earlier draws (decisions 2.08). */
  drawn: Money,
  recovered: Money,
  run_id: nullable(Id),
  /** Approved by its creator or payee, because nobody else may. */
  self_approved: Type.Boolean(),
  /** The connection it comes from; null if it was created here. */
  source: nullable(Type.String()),
  created_by: nullable(Type.String()),
  approved_by: nullable(Type.String()),
  created_at: Instant,
  version: Type.Integer(),
  actions: Type.Array(oneOf(paymentActions)),
});
export type Payment = Static<typeof Payment>;

/** Covers the selected period, person and search, with any type and status. Totals count completed payments only. */
export const PaymentSummary = Type.Object({
  customer_total: Money,
  commission_total: Money,
  pending_count: Type.Integer(),
  transactions: Type.Integer(),
});
export type PaymentSummary = Static<typeof PaymentSummary>;
/** `summary` is missing if only rows were requested. */
export const PaymentPage = Type.Object({ data: Type.Array(Payment), pagination: Pagination, summary: Type.Optional(PaymentSummary) });
export type PaymentPage = Static<typeof PaymentPage>;

export const allocationKinds = ['invoice', 'record', 'adjustment'] as const;
export type AllocationKind = (typeof allocationKinds)[number];
const Item = Type.Object({
  kind: oneOf(allocationKinds),
  id: Id,
  label: Type.String(),
  customer_name: nullable(Type.String()),
  /** Due day of an invoice, booking day of a record, or effective day of an adjustment. */
  day: PlainDate,
});
/** A line of a payment: an invoice, a commission record, or an adjustment without a record. */
export const AllocationLine = extended(Item, {
  amount: Money,
  /** For an invoice: the customer payment id, which leads to the figures it changed. */
  payment_id: nullable(Id),
});
export type AllocationLine = Static<typeof AllocationLine>;
export const PaymentDetail = extended(Payment, {
  lines: Type.Array(AllocationLine),
  /** The part that settled invoices without money, according to its source (decisions 2.27). */
  settled: Type.Optional(Type.Array(Type.Object({ invoice_id: Id, label: Type.String(), amount: Money, means: Type.String() }))),
  history: Type.Array(AuditEntry),
});
export type PaymentDetail = Static<typeof PaymentDetail>;

/** An item that may be paid now, oldest due first; a negative `open` is to be recovered. */
export const OpenItem = extended(Item, { open: Money });
export type OpenItem = Static<typeof OpenItem>;
export const OpenItems = Type.Object({
  data: Type.Array(OpenItem),
  /** The part of the customer's earlier payments not applied to any invoice yet. */
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
