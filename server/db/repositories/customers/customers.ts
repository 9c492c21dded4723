import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import { type DealRow, withOwner } from '../deals/deals.ts';
import { type InvoiceVisibility, isVisibleInvoice } from '../invoices/seenInvoices.ts';
import { isListed, type ReceiptRow, receiptColumns, receiptJoins } from '../payments/receipts.ts';

/** A customer, and the ids of all customers of the same name: each connection has its own. */
export type NamedCustomer = Readonly<{
  id: number;
  name: string;
  name_key: string;
  customer_type: string | null;
  email: string | null;
  ids: readonly number[];
}>;
export type CustomerSellerRow = Readonly<{
  id: number;
  first_name: string;
  last_name: string;
  manager_id: number | null;
  invoices: number;
  cents: number;
}>;

/** Cents; `open_cents`: the amounts of open deals without missing data. */
export type CustomerDealSums = Readonly<{ count: number; open: number; open_cents: number }>;

/** Deals `d` of a customer with these owners; deals without a linked customer are found by name. @param owners null: everybody */
const isDealOf = ({ ids, name_key }: NamedCustomer, owners: readonly number[] | null) => sql<boolean>`
  (d.customer_id = any(${[...ids]}::int8[]) or d.customer_id is null and lower(left(d.customer_name, 100)) = left(${name_key}::text, 100)
    and lower(btrim(d.customer_name)) = ${name_key})
  ${owners === null ? sql`` : sql`and d.owner_id = any(${[...owners]}::int8[])`}`;

/** Reads a customer with all its related records; customers with the same name are one customer (decisions 3.10). */
export const customersRepository = (query: Kysely<Schema>) => ({
  byId: async (id: number): Promise<NamedCustomer | undefined> => {
    const { rows } = await sql<NamedCustomer>`
      select c.id, c.name, c.name_key, c.customer_type, c.email,
        (select jsonb_agg(o.id order by o.id) from customers o where o.name_key = c.name_key) as ids
      from customers c where c.id = ${id}`.execute(query);
    return rows[0];
  },

  /** True if one of the invoices is among those the requester sees, or an event names the customer. */
  isSeen: async ({ ids, name_key }: NamedCustomer, visibility: InvoiceVisibility): Promise<boolean> => {
    const { rows } = await sql<{ seen: boolean }>`
      select exists (select 1 from invoices i where i.customer_id = any(${[...ids]}::int8[]) and ${isVisibleInvoice(visibility)})
        or exists (select 1 from events e where lower(btrim(e.customer_name)) = ${name_key}) as seen`.execute(query);
    return rows[0]?.seen === true;
  },

  /** Salespeople of sent invoices, the largest total first. @param owners the sellers whose invoices the requester may read; null: everybody */
  sellers: async ({ ids }: NamedCustomer, owners: readonly number[] | null, limit: number): Promise<CustomerSellerRow[]> => {
    const ownership = owners === null ? sql`` : sql`and i.salesperson_id = any(${[...owners]}::int8[])`;
    const { rows } = await sql<CustomerSellerRow>`
      select u.id, u.first_name, u.last_name, u.manager_id, count(*)::int as invoices, sum(i.gross_cents)::int8 as cents
      from invoices i join users u on u.id = i.salesperson_id
      where i.customer_id = any(${[...ids]}::int8[]) and i.state = 'sent' ${ownership}
      group by u.id order by sum(i.gross_cents) desc, u.id limit ${limit}`.execute(query);
    return rows;
  },

  /** Open deals, the next to close first, then won and lost ones, the last to close first. @param owners those whose deals the requester may read */
  deals: (customer: NamedCustomer, owners: readonly number[] | null, limit: number): Promise<DealRow[]> =>
    withOwner(query)
      .where(isDealOf(customer, owners))
      .orderBy(sql`d.state <> 'open'`)
      .orderBy(sql`case when d.state = 'open' then d.expected_close_date end nulls last`)
      .orderBy(sql`d.closed_on desc nulls last`)
      .orderBy('d.id', 'desc')
      .limit(limit)
      .execute(),

  dealSums: async (customer: NamedCustomer, owners: readonly number[] | null): Promise<CustomerDealSums> => {
    const { rows } = await sql<CustomerDealSums>`
      select count(*)::int as count, (count(*) filter (where d.state = 'open'))::int as open,
        coalesce(sum(d.amount_cents) filter (where d.state = 'open' and not d.needs_data), 0)::int8 as open_cents
      from deals d where ${isDealOf(customer, owners)}`.execute(query);
    return rows[0] ?? { count: 0, open: 0, open_cents: 0 };
  },

  /** Payments received, newest first. */
  receipts: async ({ ids }: NamedCustomer, limit: number): Promise<ReceiptRow[]> => {
    const { rows } = await sql<ReceiptRow>`
      select ${receiptColumns} from receipts r ${receiptJoins} where r.customer_id = any(${[...ids]}::int8[]) and ${isListed}
      order by r.received_on desc, r.id desc limit ${limit}`.execute(query);
    return rows;
  },

  countReceipts: async ({ ids }: NamedCustomer): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from receipts r where r.customer_id = any(${[...ids]}::int8[]) and ${isListed}`.execute(query);
    return rows[0]?.count ?? 0;
  },
});
