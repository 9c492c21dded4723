import { type Static, Type } from 'typebox';
import { saleKinds } from '../rules/commission/saleFacts.ts';
import { commissionStatuses } from './commission.ts';
import { extended, Id, Instant, Money, nullable, oneOf, Pagination, PlainDate, Rate } from './common.ts';

export const invoiceStatuses = ['draft', 'sent', 'paid', 'settled', 'overdue', 'cancelled'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** spec 2.61, 4.10; `settled` is our addition: credits or other means settled it in full, without money (decisions 2.23, 2.27). */
export const invoiceStatusBadges = {
  draft: { label: 'Draft', severity: 'secondary' },
  sent: { label: 'Sent', severity: 'info' },
  paid: { label: 'Paid', severity: 'success' },
  settled: { label: 'Settled', severity: 'secondary' },
  overdue: { label: 'Overdue', severity: 'danger' },
  cancelled: { label: 'Cancelled', severity: 'secondary' },
} as const;
export const invoiceActions = ['edit', 'amend', 'assign', 'send', 'cancel', 'credit'] as const;
export type InvoiceAction = (typeof invoiceActions)[number];
export const invoiceSortFields = ['booking_date', 'due_date', 'invoice_number', 'customer_name', 'gross_amount'] as const;
export type InvoiceSort = (typeof invoiceSortFields)[number];

/** spec 3.19; other providers lack the fields that we added. `actions`: available to the requester now. */
export const Invoice = Type.Object({
  id: Id,
  invoice_number: Type.String(),
  customer_name: Type.String(),
  deal_name: nullable(Type.String()),
  gross_amount: Money,
  net_revenue: Money,
  booking_date: PlainDate,
  due_date: nullable(PlainDate),
  status: oneOf(invoiceStatuses),
  /** Null for an API token without the scope to read commissions. */
  commission_amount: nullable(Money),
  salesperson: nullable(Type.String()),
  notes: nullable(Type.String()),
  salesperson_id: nullable(Id),
  /** Id for the link to the customer's page. */
  customer_id: Type.Optional(nullable(Id)),
  customer_email: nullable(Type.String()),
  deal_id: nullable(Id),
  /** Whole days; 0 if it is not overdue. */
  days_overdue: Type.Integer(),
  /** Total of completed payments. */
  received: Money,
  /** The part settled by credits. `balance`: the part settled by neither credits nor payments. */
  credited: Money,
  balance: Money,
  /** Settled in the accounting system without money (decisions 2.27). */
  settled_otherwise: Type.Optional(Money),
  /** The open balance in the accounting system. */
  source_balance: Type.Optional(nullable(Money)),
  /** The amount credit memos can still reverse. */
  creditable: Money,
  /** The invoice this credit memo reverses. */
  credit_of_id: nullable(Id),
  /** A fraction that replaces the plan's rates (decisions 2.14). */
  rate_override: nullable(Rate),
  /** Facts that a plan's rates may depend on (decisions 2.08); null if unknown. */
  customer_type: Type.Optional(nullable(Type.String())),
  activity_type: Type.Optional(nullable(Type.String())),
  sale_kind: Type.Optional(nullable(oneOf(saleKinds))),
  term_months: Type.Optional(nullable(Type.Integer())),
  cost_amount: Type.Optional(nullable(Money)),
  list_amount: Type.Optional(nullable(Money)),
  units: Type.Optional(nullable(Type.Integer())),
  /** The accounting system it comes from; null if it was created here. */
  source: nullable(Type.String()),
  sent_at: nullable(Instant),
  /** The address it was emailed to; null if it was not emailed. */
  sent_to: nullable(Type.String()),
  version: Type.Integer(),
  actions: Type.Array(oneOf(invoiceActions)),
});
export type Invoice = Static<typeof Invoice>;

/** The four cards: amounts sent, received, past due, and the commission earned on them. */
export const InvoiceSummary = Type.Object({
  total_invoiced: Money,
  total_paid: Money,
  total_overdue: Money,
  /** Null for an API token without the scope to read commissions. */
  total_commissions: nullable(Money),
  unassigned: Type.Integer(),
});
export type InvoiceSummary = Static<typeof InvoiceSummary>;
/** `summary` is only on the first page. */
export const InvoicePage = Type.Object({
  data: Type.Array(Invoice),
  pagination: Pagination,
  summary: Type.Optional(InvoiceSummary),
});
export type InvoicePage = Static<typeof InvoicePage>;

/** One invoice with everything related to it. */
export const InvoiceDetail = extended(Invoice, {
  payments: Type.Array(
    Type.Object({
      id: Id,
      date: PlainDate,
      amount: Money,
      method: Type.String(),
      reference: nullable(Type.String()),
      state: oneOf(['pending', 'completed', 'failed']),
    }),
  ),
  /** Settlements without money, each a part of the invoice. */
  settlements: Type.Optional(Type.Array(Type.Object({ day: PlainDate, amount: Money, means: Type.String() }))),
  records: Type.Array(
    Type.Object({
      id: Id,
      user_id: Id,
      salesperson_name: Type.String(),
      booking_date: PlainDate,
      commission_amount: Money,
      status: oneOf(commissionStatuses),
    }),
  ),
  /** Its credit memos; for a credit memo, the invoice it reverses. */
  related: Type.Array(
    Type.Object({ id: Id, invoice_number: Type.String(), booking_date: PlainDate, gross_amount: Money, status: oneOf(invoiceStatuses) }),
  ),
  event: nullable(Type.Object({ id: Id, label: Type.String(), day: nullable(PlainDate) })),
  timeline: Type.Array(
    Type.Object({ day: PlainDate, at: nullable(Instant), title: Type.String(), detail: nullable(Type.String()), amount: nullable(Money) }),
  ),
});
export type InvoiceDetail = Static<typeof InvoiceDetail>;

/** Initial values of a new invoice; `deal` if it is created for one. */
export const InvoicePrefill = Type.Object({
  invoice_number: Type.String(),
  booking_date: PlainDate,
  due_date: PlainDate,
  deal: nullable(
    Type.Object({
      id: Id,
      name: Type.String(),
      customer_name: Type.String(),
      customer_email: nullable(Type.String()),
      amount: nullable(Money),
      owner_id: nullable(Id),
    }),
  ),
});
export type InvoicePrefill = Static<typeof InvoicePrefill>;
/** Existing customers, suggested while typing. */
export const InvoiceCustomers = Type.Object({ data: Type.Array(Type.Object({ name: Type.String(), email: nullable(Type.String()) })) });
export type InvoiceCustomers = Static<typeof InvoiceCustomers>;
/** spec 3.08; beyond the spec: the records of an invoice that has several, so that an adjustment can name one. */
export const InvoiceLookup = Type.Object({
  id: Id,
  invoice_number: Type.String(),
  customer: Type.Object({ name: Type.String() }),
  commissions: Type.Optional(Type.Array(Type.Object({ id: Id, salesperson: Type.String(), amount: Money }))),
  /** Records the requester may adjust: person, current amount, and the largest adjustment that counts at once (decisions 2.10). */
  adjustable: Type.Optional(Type.Array(Type.Object({ id: Id, salesperson: Type.String(), now: Money, at_once: Money }))),
});
export type InvoiceLookup = Static<typeof InvoiceLookup>;
