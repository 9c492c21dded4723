import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { type InvoiceVisibility, isVisibleInvoice } from '../invoices/seenInvoices.ts';
import { isOwnCredit, originalJoin } from './releasing.ts';

/** An invoice the user is looking for. `since`: the day until which it was credited to another person. */
export type SearchedInvoice = Readonly<{
  id: number;
  invoice_number: string;
  customer_name: string;
  credit_of_id: number | null;
  state: 'draft' | 'sent' | 'cancelled';
  booking_date: Day;
  /** Gross cents after credits, and the part paid; for a credit memo, those of the invoice it reverses. */
  gross_left: number;
  received: number;
  salesperson_id: number | null;
  sales_lead_id: number | null;
  first_name: string | null;
  last_name: string | null;
  since: string | null;
}>;
export type ExpectedRecordRow = Readonly<{ id: number; invoice_id: number; user_id: number; status: CommissionStatus; reason: string }>;
export type WhyNotDealRow = Readonly<{
  id: number;
  name: string;
  state: 'open' | 'won' | 'lost';
  owner_id: number | null;
  manager_id: number | null;
}>;
export type WhyNotEventRow = Readonly<{ id: number; customer_name: string; day: Day | null }>;
export type WhyNotQuarantineRow = Readonly<{
  id: number;
  row_number: number | null;
  title: string;
  reason: string | null;
  code: string | null;
  facts: Readonly<Record<string, string | number>> | null;
}>;
export type HeldRecordRow = Readonly<{
  id: number;
  external_id: string;
  connection: string;
  code: string | null;
  facts: Readonly<Record<string, string | number>> | null;
}>;
/** The item identified by a search text or a link. */
export type WhyNotSearch = Readonly<{
  invoice?: number;
  record?: number;
  payment?: number;
  adjustment?: number;
  payout?: number;
  deal?: number;
  event?: number;
  text?: string;
}>;

const escapePattern = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** The invoices behind a text or link; for a payout, all invoices it paid. */
const idsOf = ({ invoice, record, payment, adjustment, payout, deal, event, text }: WhyNotSearch): RawBuilder<unknown> => {
  if (text !== undefined) {
    const pattern = `${escapePattern(text)}%`;
    return sql`(select id from invoices where lower(invoice_number) like ${pattern} order by lower(invoice_number), id limit 50)
      union (select i.id from customers c join invoices i on i.customer_id = c.id where c.name_key like ${pattern}
        order by i.booking_date desc, i.id desc limit 50)`;
  }
  if (record !== undefined) return sql`select invoice_id from commission_records where id = ${record}`;
  if (payment !== undefined) return sql`select invoice_id from customer_payments where id = ${payment}`;
  if (adjustment !== undefined)
    return sql`select r.invoice_id from adjustments a join commission_records r on r.id = a.commission_id where a.id = ${adjustment}`;
  if (payout !== undefined)
    return sql`select r.invoice_id from payout_lines l join commission_records r on r.id = l.commission_id where l.payout_id = ${payout}`;
  if (deal !== undefined)
    return sql`select id from invoices where deal_id = ${deal} union select invoice_id from links
      where deal_id = ${deal} and invoice_id is not null and superseded_at is null`;
  if (event !== undefined)
    return sql`select invoice_id from links where event_id = ${event} and invoice_id is not null and superseded_at is null`;
  return sql`select id from invoices where id = ${invoice ?? 0}`;
};

/** Gross cents left after credit memos, for the invoice that releases `i`, which may be a memo of `o`. */
const remainingGross = sql`with recursive memos(id, gross_cents) as (
    select m.id, m.gross_cents from invoices m where m.credit_of_id = coalesce(o.id, i.id) and m.state = 'sent'
    union select n.id, n.gross_cents from memos join invoices n on n.credit_of_id = memos.id and n.state = 'sent')
  select (case when coalesce(o.gross_cents, i.gross_cents) <= 0 then coalesce(o.gross_cents, i.gross_cents)
    else greatest(0, coalesce(o.gross_cents, i.gross_cents) + coalesce(sum(gross_cents), 0)) end)::int8 from memos`;

/** An invoice `i` without a salesperson, a lead or a split. */
const isUnassigned = sql`i.salesperson_id is null and i.sales_lead_id is null
  and not exists (select 1 from invoice_splits s where s.invoice_id = i.id and s.superseded_at is null)`;

/** Finds items the user expected in a list, within the requester's permissions. */
export const whyNotRepository = (query: Kysely<Schema>) => ({
  /** Finds invoices by number or its beginning, or by customer. `creditedTo` includes invoices formerly credited to this person. */
  invoices: async (
    search: WhyNotSearch,
    { creditedTo: userId, sellers }: InvoiceVisibility,
    maxRows: number,
  ): Promise<SearchedInvoice[]> => {
    const { text } = search;
    const ids = idsOf(search);
    const ownership =
      userId === null
        ? sql`and ${isVisibleInvoice({ creditedTo: null, sellers })}`
        : sql`and (${userId} in (i.salesperson_id, i.sales_lead_id)
          or exists (select 1 from commission_records r where r.invoice_id = i.id and r.user_id = ${userId})
          or exists (select 1 from facts_past p where p.entity = 'invoices' and p.id = i.id
            and (p.was->>'salesperson_id' = ${String(userId)} or p.was->>'sales_lead_id' = ${String(userId)})))`;
    const { rows } = await sql<SearchedInvoice>`
      select i.id, i.invoice_number, i.customer_name, i.credit_of_id, i.state, i.booking_date, (${remainingGross}) as gross_left, i.salesperson_id, i.sales_lead_id,
        u.first_name, u.last_name,
        coalesce((select sum(p.amount_cents) from customer_payments p
          where p.invoice_id = coalesce(o.id, i.id) and p.state = 'completed' and not (${isOwnCredit})), 0)::int8 as received,
        (select max(superseded_at) from facts_past p where p.entity = 'invoices' and p.id = i.id
          and p.was->>'salesperson_id' is distinct from i.salesperson_id::text) as since
      from invoices i left join users u on u.id = i.salesperson_id left join ${originalJoin} on true
      where i.id in (${ids}) ${ownership}
      order by lower(i.invoice_number) <> ${text?.toLowerCase() ?? ''}, i.booking_date desc, i.id desc limit ${maxRows}`.execute(query);
    return rows;
  },

  /** True if a sent invoice with exactly this number belongs to nobody. */
  hasUnassignedInvoice: async (number: string): Promise<boolean> => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select 1 from invoices i where lower(i.invoice_number) = ${number.toLowerCase()} and i.state = 'sent' and i.credit_of_id is null
        and ${isUnassigned}) as waits`.execute(query);
    return rows[0]?.waits ?? false;
  },

  /**
   * True if a sent invoice of exactly this customer belongs to nobody, and the person already dealt with the customer: in an earlier sent
   * invoice that somebody else wrote, or in a deal they owned by then that is not lost.
   */
  hasUnassignedOfCustomer: async (name: string, userId: number): Promise<boolean> => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select 1 from customers c join invoices i on i.customer_id = c.id
        where c.name_key = ${name.toLowerCase()} and i.state = 'sent' and i.credit_of_id is null and ${isUnassigned}
        and (exists (select 1 from invoices o where o.customer_id = c.id and ${userId} in (o.salesperson_id, o.sales_lead_id)
            and o.state = 'sent' and o.created_by is distinct from ${userId} and o.booking_date < i.booking_date)
          or exists (select 1 from deals d where d.customer_id = c.id and d.owner_id = ${userId} and d.state <> 'lost'
            and (d.recorded_at < i.created_at or exists (select 1 from facts_past p where p.entity = 'deals' and p.id = d.id
              and p.recorded_at < i.created_at
              and p.was->>'customer_id' = c.id::text and p.was->>'owner_id' = ${String(userId)}))))) as waits`.execute(query);
    return rows[0]?.waits ?? false;
  },

  records: async (invoiceIds: readonly number[]): Promise<ExpectedRecordRow[]> => {
    const { rows } = await sql<ExpectedRecordRow>`
      select id, invoice_id, user_id, status, reason from commission_records where invoice_id = any(${[...invoiceIds]}::int8[]) order by id`.execute(
      query,
    );
    return rows;
  },

  deals: async ({ deal, text }: WhyNotSearch, maxRows: number): Promise<WhyNotDealRow[]> => {
    if (deal === undefined && text === undefined) return [];
    const pattern = text === undefined ? '' : `${escapePattern(text)}%`;
    const { rows } = await sql<WhyNotDealRow>`
      select d.id, d.name, d.state, d.owner_id, u.manager_id from deals d left join users u on u.id = d.owner_id
      where ${text === undefined ? sql`d.id = ${deal}` : sql`(lower(d.name) like ${pattern} or lower(d.customer_name) like ${pattern})`}
        and not exists (select 1 from invoices i where i.deal_id = d.id)
        and not exists (select 1 from links l where l.deal_id = d.id and l.invoice_id is not null and l.superseded_at is null)
      order by d.updated_at desc, d.id desc limit ${maxRows}`.execute(query);
    return rows;
  },

  /** Events without an invoice that took place or still may. */
  events: async ({ event, text }: WhyNotSearch, maxRows: number): Promise<WhyNotEventRow[]> => {
    if (event === undefined && text === undefined) return [];
    const pattern = text === undefined ? '' : `${escapePattern(text)}%`;
    const { rows } = await sql<WhyNotEventRow>`
      select e.id, e.customer_name, e.day from events e
      where ${text === undefined ? sql`e.id = ${event}` : sql`lower(e.customer_name) like ${pattern}`} and e.invoice_id is null
        and not exists (select 1 from links l where l.event_id = e.id and l.invoice_id is not null and l.superseded_at is null)
      order by e.day desc nulls last, e.id desc limit ${maxRows}`.execute(query);
    return rows;
  },

  /** Rows of files that could not be imported. */
  waiting: async ({ text }: WhyNotSearch, maxRows: number): Promise<WhyNotQuarantineRow[]> => {
    if (text === undefined) return [];
    const { rows } = await sql<WhyNotQuarantineRow>`
      select q.id, q.row_number, r.title, q.reason, q.code, q.facts from quarantine q join sync_runs r on r.id = q.run_id
      where q.connection_id is null and q.state = 'waiting' and lower(q.payload::text) like ${`%${escapePattern(text)}%`} order by q.id desc limit ${maxRows}`.execute(
      query,
    );
    return rows;
  },

  /** Held records of connections. */
  held: async ({ text }: WhyNotSearch, maxRows: number): Promise<HeldRecordRow[]> => {
    if (text === undefined) return [];
    const { rows } = await sql<HeldRecordRow>`
      select q.id, q.external_id, c.name as connection, q.code, q.facts from quarantine q join connections c on c.id = q.connection_id
      where q.state = 'waiting' and lower(q.payload::text) like ${`%${escapePattern(text)}%`} order by q.id desc limit ${maxRows}`.execute(
      query,
    );
    return rows;
  },
});
