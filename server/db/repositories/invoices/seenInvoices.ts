import { type RawBuilder, sql } from 'kysely';

/** `creditedTo`: only invoices that are credited to this person; null: all those with a record, and of these sellers (null: of all) those without one. */
export type InvoicesSeen = Readonly<{ creditedTo: number | null; sellers: readonly number[] | null }>;

/** Narrows invoices `i` to those that somebody sees in lists (decisions 3.08). */
export const seenInvoices = ({ creditedTo: userId, sellers }: InvoicesSeen): RawBuilder<unknown> => {
  if (userId !== null)
    return sql`(i.salesperson_id = ${userId} or i.sales_lead_id = ${userId}
      or exists (select 1 from commission_records r where r.invoice_id = i.id and r.user_id = ${userId}))`;
  return sellers === null
    ? sql`true`
    : sql`(i.salesperson_id = any(${[...sellers]}::int8[]) or exists (select 1 from commission_records r where r.invoice_id = i.id))`;
};
