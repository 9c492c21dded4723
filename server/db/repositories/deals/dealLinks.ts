import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { type InvoiceVisibility, isVisibleInvoice } from '../invoices/seenInvoices.ts';

export type LinkKind = 'event' | 'invoice';
export type LinkRow = Readonly<{
  kind: LinkKind;
  id: number;
  label: string;
  day: Day | null;
  amount_cents: number | null;
  removable: boolean;
}>;
export type LinkChoiceRow = Readonly<{ id: number; label: string; day: Day | null }>;

const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
const eventLabel = sql`e.customer_name || coalesce(' · ' || e.activity, '')`;
const invoiceLabel = sql`i.invoice_number || ' · ' || i.customer_name`;

/** A deal's links: those set by hand, and the invoices created for it. */
export const dealLinksRepository = (query: Kysely<Schema>) => ({
  of: async (dealId: number, visibility: InvoiceVisibility): Promise<LinkRow[]> => {
    const { rows } = await sql<LinkRow>`
      select 'event' as kind, e.id, ${eventLabel} as label, e.day, null::int8 as amount_cents, true as removable
        from links l join events e on e.id = l.event_id where l.deal_id = ${dealId} and l.superseded_at is null
      union all
      select 'invoice', i.id, ${invoiceLabel}, i.booking_date, i.gross_cents, i.deal_id is distinct from ${dealId}
        from invoices i where ${isVisibleInvoice(visibility)} and i.id in (
          select id from invoices where deal_id = ${dealId}
          union select invoice_id from links where deal_id = ${dealId} and superseded_at is null)
      order by day, kind, id`.execute(query);
    return rows;
  },

  /** True if the event or invoice exists and the requester may see it. */
  exists: async (kind: LinkKind, id: number, visibility: InvoiceVisibility): Promise<boolean> => {
    const { rows } =
      kind === 'event'
        ? await sql`select 1 from events where id = ${id}`.execute(query)
        : await sql`select 1 from invoices i where i.id = ${id} and ${isVisibleInvoice(visibility)}`.execute(query);
    return rows.length > 0;
  },

  /** @returns false if it is already linked */
  add: async (dealId: number, kind: LinkKind, id: number, userId: number, now: Date): Promise<boolean> => {
    const column = kind === 'event' ? sql.ref('event_id') : sql.ref('invoice_id');
    const { rows } = await sql`
      insert into links (deal_id, ${column}, created_by, recorded_at) values (${dealId}, ${id}, ${userId}, ${now.toISOString()})
      on conflict do nothing returning id`.execute(query);
    return rows.length > 0;
  },

  /** @returns false if the deal has no such link */
  end: async (dealId: number, kind: LinkKind, id: number, now: Date): Promise<boolean> => {
    const column = kind === 'event' ? sql.ref('event_id') : sql.ref('invoice_id');
    const { rows } = await sql`
      update links set superseded_at = ${now.toISOString()} where deal_id = ${dealId} and ${column} = ${id} and superseded_at is null
      returning id`.execute(query);
    return rows.length > 0;
  },

  /** Latest first. */
  events: async (text: string, limit: number): Promise<LinkChoiceRow[]> => {
    const pattern = toLikePattern(text);
    const { rows } = await sql<LinkChoiceRow>`
      select e.id, ${eventLabel} as label, e.day from events e where e.customer_name ilike ${pattern} or e.activity ilike ${pattern}
      order by e.day desc nulls last, e.id desc limit ${limit}`.execute(query);
    return rows;
  },

  /** Latest first. */
  invoices: async (text: string, visibility: InvoiceVisibility, limit: number): Promise<LinkChoiceRow[]> => {
    const pattern = toLikePattern(text);
    const { rows } = await sql<LinkChoiceRow>`
      select i.id, ${invoiceLabel} as label, i.booking_date as day from invoices i
      where (i.invoice_number ilike ${pattern} or i.customer_name ilike ${pattern}) and ${isVisibleInvoice(visibility)}
      order by i.booking_date desc, i.id desc limit ${limit}`.execute(query);
    return rows;
  },

  /** Names that begin with the text come first. */
  customers: async (text: string, limit: number): Promise<LinkChoiceRow[]> => {
    const { rows } = await sql<LinkChoiceRow>`
      select min(id) as id, min(name) as label, null::date as day from customers where name ilike ${toLikePattern(text)}
      group by name_key order by starts_with(name_key, lower(${text}::text)) desc, name_key limit ${limit}`.execute(query);
    return rows;
  },
});
