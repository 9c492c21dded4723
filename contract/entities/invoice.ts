import { type Static, Type } from 'typebox';
import { Id, Money, nullable, oneOf, PlainDate } from './common.ts';

export const invoiceStatuses = ['draft', 'sent', 'paid', 'overdue', 'cancelled'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** spec 3.19 */
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
});
export type Invoice = Static<typeof Invoice>;

/** spec 3.08; ours: the records of an invoice that has several, so that an adjustment can name one. */
export const InvoiceLookup = Type.Object({
  id: Id,
  invoice_number: Type.String(),
  customer: Type.Object({ name: Type.String() }),
  commissions: Type.Optional(Type.Array(Type.Object({ id: Id, salesperson: Type.String(), amount: Money }))),
});
export type InvoiceLookup = Static<typeof InvoiceLookup>;
