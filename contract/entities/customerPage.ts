import { type Static, Type } from 'typebox';
import { Id, Money, nullable } from './common.ts';
import { Deal } from './deal.ts';
import { Event } from './event.ts';
import { Invoice } from './invoice.ts';
import { Payment } from './payment.ts';

/** Sent invoices the requester may read. `open`: settled by neither payments nor credits, overdue or not. */
const CustomerMoney = Type.Object({ invoiced: Money, received: Money, open: Money, overdue: Money });
/** A salesperson of these invoices; the one with the largest total comes first. */
const CustomerSeller = Type.Object({ id: Id, name: Type.String(), manager_id: nullable(Id), invoices: Type.Integer(), invoiced: Money });

/**
 * decisions 3.10: one customer on one page, under all names that differ only in case and spaces. A part is null if the requester may not
 * read it; lists contain only the first rows.
 */
export const CustomerPage = Type.Object({
  id: Id,
  name: Type.String(),
  customer_type: nullable(Type.String()),
  email: nullable(Type.String()),
  money: nullable(CustomerMoney),
  /** Newest first. */
  invoices: nullable(Type.Object({ count: Type.Integer(), data: Type.Array(Invoice) })),
  /** Customer payments, newest first; `unapplied`: the part of completed ones that pays no invoice. */
  payments: nullable(Type.Object({ count: Type.Integer(), unapplied: Money, data: Type.Array(Payment) })),
  sellers: nullable(Type.Array(CustomerSeller)),
  /** Deals in any state, the next to close first; `open_amount`: open ones only. */
  deals: nullable(Type.Object({ count: Type.Integer(), open: Type.Integer(), open_amount: Money, data: Type.Array(Deal) })),
  /** Newest first, from a year back to a year ahead. */
  events: Type.Array(Event),
});
export type CustomerPage = Static<typeof CustomerPage>;
