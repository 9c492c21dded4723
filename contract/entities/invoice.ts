import { type Static, Type } from 'typebox';
import { commissionStatuses } from './commission.ts';
import { extended, Id, Instant, Money, nullable, oneOf, Pagination, PlainDate, Rate } from './common.ts';

export const invoiceStatuses = ['draft', 'sent', 'paid', 'settled', 'overdue', 'cancelled'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** spec 2.61, 4.10; `settled` is ours: credits or other means took all of it and no money came (decisions 2.23, 2.27). */
export const invoiceStatusBadges = {
  draft: { label: 'Draft', severity: 'secondary' },
  sent: { label: 'Sent', severity: 'info' },
  paid: { label: 'Paid', severity: 'success' },
  settled: { label: 'Settled by credit', severity: 'secondary' },
  overdue: { label: 'Overdue', severity: 'danger' },
  cancelled: { label: 'Cancelled', severity: 'secondary' },
} as const;
export const invoiceActions = ['edit', 'amend', 'assign', 'send', 'cancel', 'credit'] as const;
export type InvoiceAction = (typeof invoiceActions)[number];
export const invoiceSortFields = ['booking_date', 'due_date', 'invoice_number', 'customer_name', 'gross_amount'] as const;
export type InvoiceSort = (typeof invoiceSortFields)[number];

/** spec 3.19; what is ours besides is absent elsewhere. `actions` is what the asker may do with it now. */
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
  commission_amount: Money,
  salesperson: nullable(Type.String()),
  notes: nullable(Type.String()),
  salesperson_id: nullable(Id),
  customer_email: nullable(Type.String()),
  deal_id: nullable(Id),
  /** Whole days; 0 where it is not overdue. */
  days_overdue: Type.Integer(),
  /** Completed payments. */
  received: Money,
  /** The part that credits settled. `balance`: the part that neither credits nor payments settled. */
  credited: Money,
  balance: Money,
  /** Settled in the accounting system without money (decisions 2.27). */
  settled_otherwise: Type.Optional(Money),
  /** The open balance according to the accounting system. */
  source_balance: Type.Optional(nullable(Money)),
  /** What credit memos can still take back. */
  creditable: Money,
  /** The invoice that this credit memo takes back. */
  credit_of_id: nullable(Id),
  /** A fraction that replaces the plan's rates (decisions 2.14). */
  rate_override: nullable(Rate),
  /** The accounting system that owns it; null where it is ours. */
  source: nullable(Type.String()),
  sent_at: nullable(Instant),
  /** Where the email went; null where none was sent. */
  sent_to: nullable(Type.String()),
  version: Type.Integer(),
  actions: Type.Array(oneOf(invoiceActions)),
});
export type Invoice = Static<typeof Invoice>;

/** The four cards: what was sent, what came in for it, what is past due of it, and what it earned those who sold it. */
export const InvoiceSummary = Type.Object({
  total_invoiced: Money,
  total_paid: Money,
  total_overdue: Money,
  total_commissions: Money,
  unassigned: Type.Integer(),
});
export type InvoiceSummary = Static<typeof InvoiceSummary>;
/** `summary` comes with the first page. */
export const InvoicePage = Type.Object({
  data: Type.Array(Invoice),
  pagination: Pagination,
  summary: Type.Optional(InvoiceSummary),
});
export type InvoicePage = Static<typeof InvoicePage>;

/** One invoice with all that belongs to it. */
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
  /** Its credit memos; of a credit memo the invoice that it takes back. */
  related: Type.Array(
    Type.Object({ id: Id, invoice_number: Type.String(), booking_date: PlainDate, gross_amount: Money, status: oneOf(invoiceStatuses) }),
  ),
  event: nullable(Type.Object({ id: Id, label: Type.String(), day: nullable(PlainDate) })),
  timeline: Type.Array(
    Type.Object({ day: PlainDate, at: nullable(Instant), title: Type.String(), detail: nullable(Type.String()), amount: nullable(Money) }),
  ),
});
export type InvoiceDetail = Static<typeof InvoiceDetail>;

/** What a new invoice begins with; `deal` where it is made for one. */
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
/** Customers that there are, offered while one types. */
export const InvoiceCustomers = Type.Object({ data: Type.Array(Type.Object({ name: Type.String(), email: nullable(Type.String()) })) });
export type InvoiceCustomers = Static<typeof InvoiceCustomers>;
/** spec 3.08; ours: the records of an invoice that has several, so that an adjustment can name one. */
export const InvoiceLookup = Type.Object({
  id: Id,
  invoice_number: Type.String(),
  customer: Type.Object({ name: Type.String() }),
  commissions: Type.Optional(Type.Array(Type.Object({ id: Id, salesperson: Type.String(), amount: Money }))),
  /** Its records that the asker may adjust: whose, what it is now, and up to which amount an adjustment counts at once (decisions 2.10). */
  adjustable: Type.Optional(Type.Array(Type.Object({ id: Id, salesperson: Type.String(), now: Money, at_once: Money }))),
});
export type InvoiceLookup = Static<typeof InvoiceLookup>;
