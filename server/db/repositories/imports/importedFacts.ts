import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import { leadersBy, type TeamReach } from '../commissions/teamReach.ts';
import { type ArrivingRow, arrivingColumns } from './arrivingInvoices.ts';

/** `payload_hash`: null for an invoice that was not imported from a file. */
export type KnownInvoice = Readonly<{ id: number; version: number; payload_hash: string | null }> & Omit<ArrivingRow, 'payload_hash'>;
/** The cents of an invoice that its credit memos reverse, as positive amounts. */
export type CreditedCents = Readonly<{ credited: number; credited_net: number }>;
/** Adds the amount received, including applied credit. */
export type SettledCents = CreditedCents & Readonly<{ id: number; received: number }>;
export type ChangedRow = Readonly<{ entity: string; entity_id: number; before: unknown; after_version: number | null }>;
export type ImportChangeRow = ChangedRow & Readonly<{ id: number }>;

const invoiceColumns = sql.raw(`id, version, ${arrivingColumns.join(', ')}`);

/** True if invoice `i` credits a person: as seller, lead, split partner, record owner or as somebody who shares in the seller's sales. */
export const creditsPerson = (userId: number, reach: TeamReach) => sql<boolean>`(${userId} in (i.salesperson_id, i.sales_lead_id)
  or exists (select 1 from invoice_splits x where x.invoice_id in (i.id, i.credit_of_id) and x.user_id = ${userId} and x.superseded_at is null)
  or exists (select 1 from commission_records r where r.invoice_id = i.id and r.user_id = ${userId})
  or exists (select 1 from ${leadersBy(reach)} t where t.user_id = i.salesperson_id and t.leader_id = ${userId}
    and i.booking_date between t.from_day and t.to_day))`;

/** Invoices and customers written by file imports, and the changes of a run. */
export const importedFactsRepository = (query: Kysely<Schema>) => ({
  /** Sent credit memos of these invoices. @param locks until the transaction ends */
  memosOf: async (invoiceIds: readonly number[], locks: boolean): Promise<KnownInvoice[]> => {
    if (invoiceIds.length === 0) return [];
    const { rows } = await sql<KnownInvoice>`
      select ${invoiceColumns} from invoices where credit_of_id = any(${[...invoiceIds]}::int8[]) and state = 'sent' order by id ${sql.raw(locks ? 'for no key update' : '')}`.execute(
      query,
    );
    return rows;
  },

  /** @param locks until the transaction ends, so that decisions based on them still hold when written */
  invoices: async (numbers: readonly string[], locks = false): Promise<KnownInvoice[]> => {
    if (numbers.length === 0) return [];
    const { rows } = await sql<KnownInvoice>`
      select ${invoiceColumns} from invoices where invoice_number = any(${[...numbers]}::text[]) order by id ${sql.raw(locks ? 'for no key update' : '')}`.execute(
      query,
    );
    return rows;
  },

  /** Numbers of imported documents whose source id differs from their number. */
  numbersOf: async (connectionId: number, sourceIds: readonly string[]): Promise<Map<string, string>> => {
    if (sourceIds.length === 0) return new Map();
    const { rows } = await sql<{ external_id: string; invoice_number: string }>`
      select external_id, invoice_number from invoices
      where connection_id = ${connectionId} and external_id = any(${[...sourceIds]}::text[]) and external_id <> invoice_number`.execute(
      query,
    );
    return new Map(rows.map(({ external_id, invoice_number }) => [external_id, invoice_number]));
  },

  /** Ids of the credit memos with these numbers. */
  memosNumbered: async (numbers: readonly string[]): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      select id from invoices where invoice_number = any(${[...numbers]}::text[]) and credit_of_id is not null`.execute(query);
    return rows.map(({ id }) => id);
  },

  /** The invoices among these that credit a person. @param reach includes the sales in which the person shares */
  creditedTo: async (userId: number, invoiceIds: readonly number[], reach: TeamReach): Promise<number[]> => {
    if (invoiceIds.length === 0) return [];
    const { rows } = await sql<{ id: number }>`
      select i.id from invoices i where i.id = any(${[...invoiceIds]}::int8[]) and ${creditsPerson(userId, reach)}`.execute(query);
    return rows.map(({ id }) => id);
  },

  settled: async (ids: readonly number[]): Promise<SettledCents[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<SettledCents>`
      select i.id, coalesce((select sum(p.amount_cents) from customer_payments p where p.invoice_id = i.id and p.state = 'completed'), 0)::int8 as received,
        coalesce(m.gross, 0)::int8 as credited, coalesce(m.net, 0)::int8 as credited_net
      from invoices i left join lateral (
        select -sum(gross_cents) as gross, -sum(net_cents) as net from invoices where credit_of_id = i.id and state = 'sent') m on true
      where i.id = any(${[...ids]}::int8[])`.execute(query);
    return rows;
  },

  /** Customers by name, ignoring case; missing ones are created. @returns the created ids, and all ids by key */
  customers: async (names: readonly string[]): Promise<{ ids: ReadonlyMap<string, number>; createdIds: number[] }> => {
    if (names.length === 0) return { ids: new Map(), createdIds: [] };
    const { rows: createdCustomers } = await sql<{ id: number }>`
      insert into customers (name) select distinct on (lower(btrim(n))) btrim(n) from unnest(${[...names]}::text[]) as n
        where not exists (select 1 from customers c where c.name_key = lower(btrim(n)))
        order by lower(btrim(n)) on conflict do nothing returning id`.execute(query);
    const { rows } = await sql<{ id: number; name: string }>`
      select distinct on (c.name_key) c.id, n.name from unnest(${[...names]}::text[]) as n(name)
      join customers c on c.name_key = lower(btrim(n.name)) order by c.name_key, c.id`.execute(query);
    const idsByName = new Map(rows.map(({ id, name }) => [name.trim().toLowerCase(), id]));
    return { ids: idsByName, createdIds: createdCustomers.map(({ id }) => id) };
  },

  /** Complete rows, stored so that a run can be undone. */
  completeRows: async (table: 'invoices' | 'receipts' | 'customer_payments', ids: readonly number[]): Promise<Map<number, unknown>> => {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ id: number; was: unknown }>`
      select t.id, to_jsonb(t) as was from ${sql.table(table)} t where t.id = any(${[...ids]}::int8[])`.execute(query);
    return new Map(rows.map(({ id, was }) => [id, was]));
  },
  /** The facts among these that a run wrote and that have not been undone since. */
  writtenBy: async (runId: number, entity: 'invoice' | 'receipt', ids: readonly number[]): Promise<number[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<{ entity_id: number }>`
      select distinct entity_id from run_changes
      where run_id = ${runId} and entity = ${entity} and entity_id = any(${[...ids]}::int8[]) and undone_at is null`.execute(query);
    return rows.map(({ entity_id }) => entity_id);
  },
  noteChanges: async (runId: number, changes: readonly ChangedRow[]): Promise<void> => {
    if (changes.length === 0) return;
    await sql`
      insert into run_changes (run_id, entity, entity_id, before, after_version)
      select ${runId}, entity, entity_id, nullif(before, 'null'::jsonb), after_version
      from json_to_recordset(${JSON.stringify(changes)}::json) as r(entity text, entity_id int8, before jsonb, after_version int)`.execute(
      query,
    );
  },
});
