import { type RawBuilder, sql } from 'kysely';

/** `creditedTo`: only invoices credited to this person; null: all with a record, and those without one of these sellers (null: all). */
export type InvoiceVisibility = Readonly<{ creditedTo: number | null; sellers: readonly number[] | null }>;

/** Restricts invoices `i` to those the requester sees in lists (decisions 3.08). */
export const isVisibleInvoice = ({ creditedTo: userId, sellers }: InvoiceVisibility): RawBuilder<unknown> => {
  if (userId !== null)
    return sql`(i.salesperson_id = ${userId} or i.sales_lead_id = ${userId}
      or exists (select 1 from commission_records r where r.invoice_id = i.id and r.user_id = ${userId}))`;
  return sellers === null
    ? sql`true`
    : sql`(i.salesperson_id = any(${[...sellers]}::int8[]) or exists (select 1 from commission_records r where r.invoice_id = i.id))`;
};
