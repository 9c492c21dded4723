import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

export type OutsideInvoiceRow = Readonly<{
  id: number;
  external_id: string;
  invoice_number: string;
  customer_id: number | null;
  customer_name: string;
  salesperson_id: number | null;
  told_salesperson: string | null;
  state: 'draft' | 'sent' | 'cancelled';
  gross_cents: number;
  net_cents: number;
  booking_date: Day;
  payload_hash: string | null;
  /** True if a ledger line names the seller (decisions 7.03). */
  is_linked: boolean;
}>;
export const outsideInvoiceColumns = sql`id, external_id, invoice_number, customer_id, customer_name, salesperson_id, told_salesperson, state, gross_cents, net_cents, booking_date, payload_hash,
  exists (select 1 from ledger_lines l where l.invoice_id = invoices.id and l.salesperson_id is not null) as is_linked`;
const invoiceTypes = {
  external_id: 'text',
  external_version: 'text',
  external_updated_at: 'timestamptz',
  external_state: 'text',
  payload_hash: 'text',
  invoice_number: 'text',
  document_number: 'text',
  number_suffix: 'text',
  customer_id: 'int8',
  customer_name: 'text',
  salesperson_id: 'int8',
  told_salesperson: 'text',
  credit_of_id: 'int8',
  gross_cents: 'int8',
  net_cents: 'int8',
  booking_date: 'date',
  due_date: 'date',
  state: 'text',
  notes: 'text',
} as const;
export type OutsideInvoiceWrite = Readonly<Record<keyof typeof invoiceTypes, string | number | null>>;
const columnNames = Object.keys(invoiceTypes) as (keyof typeof invoiceTypes)[];
const columns = sql.raw(columnNames.join(', '));
const columnDefinitions = sql.raw(columnNames.map((name) => `${name} ${invoiceTypes[name]}`).join(', '));
/** Keeps what staff may change here: notes, and the person chosen by the writer. */
const assignments = sql.raw(
  columnNames
    .filter((name) => name !== 'external_id' && name !== 'notes')
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
);

export type OutsideReceiptWrite = Readonly<{
  external_id: string;
  external_version: string | null;
  external_updated_at: string | null;
  external_state: string | null;
  payload_hash: string;
  customer_id: number | null;
  amount_cents: number;
  received_on: Day;
  method: string;
  reference: string | null;
  state: 'completed' | 'failed';
  applied_cents: number | null;
}>;
export type WrittenMoney = Readonly<{ id: number; external_id: string; fresh: boolean }>;
export type OutsideReceiptRow = Readonly<{
  id: number;
  external_id: string;
  payload_hash: string | null;
  state: string;
  /** The amount that its source has already applied. */
  applied_cents: number;
}>;
/** `target_id` for `other`: the kind of item the money was applied to. */
export type OutsideLine = Readonly<{
  payment_id: string;
  target_kind: 'invoice' | 'credit_memo' | 'other';
  target_id: string;
  amount_cents: number;
}>;

/** Invoices and receipts by external id, and the payments' allocations in the source. */
export const outsideMoneyRepository = (query: Kysely<Schema>) => ({
  invoices: async (connectionId: number, ids: readonly string[]): Promise<OutsideInvoiceRow[]> => {
    const { rows } = await sql<OutsideInvoiceRow>`
      select ${outsideInvoiceColumns} from invoices where connection_id = ${connectionId} and external_id = any(${[...ids]}::text[])`.execute(
      query,
    );
    return rows;
  },
  /** External ids of active items; parts of credit memos and deposits have no ids in the source. */
  knownIds: async (connectionId: number, kind: 'invoice' | 'credit_memo' | 'payment'): Promise<string[]> => {
    const sources = {
      invoice: sql`invoices where state <> 'cancelled' and external_id not like '%:%' and`,
      payment: sql`receipts where state <> 'failed' and external_id not like '%:%' and`,
      credit_memo: sql`outside_memos where fact->>'outside_state' is null and`,
    };
    const { rows } = await sql<{ id: string }>`
      select external_id as id from ${sources[kind]} connection_id = ${connectionId} order by external_id`.execute(query);
    return rows.map(({ id }) => id);
  },
  /** The connections that already use these numbers; null: no connection. */
  numbered: async (
    numbers: readonly string[],
  ): Promise<Map<string, Readonly<{ connection_id: number | null; external_id: string | null }>>> => {
    const { rows } = await sql<{ invoice_number: string; connection_id: number | null; external_id: string | null }>`
      select invoice_number, connection_id, external_id from invoices where invoice_number = any(${[...numbers]}::text[])`.execute(query);
    return new Map(rows.map(({ invoice_number, ...money }) => [invoice_number, money]));
  },
  /** The source has no customer type, so it comes from the customer of the same name. */
  writeInvoices: async (connectionId: number, rows: readonly OutsideInvoiceWrite[], at: Date): Promise<WrittenMoney[]> => {
    if (rows.length === 0) return [];
    const now = at.toISOString();
    const { rows: writtenRows } = await sql<WrittenMoney>`
      insert into invoices as i (connection_id, source, created_at, updated_at, sent_at, customer_type, ${columns})
      select ${connectionId}::int8, (select kind from connections where id = ${connectionId}), ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz,
        (select c.customer_type from customers c where c.name_key = lower(btrim(a.customer_name)) and c.customer_type is not null
         order by c.id limit 1),
        ${columns}
      from json_to_recordset(${JSON.stringify(rows)}::json) as a(${columnDefinitions})
      on conflict (connection_id, external_id) where external_id is not null
      do update set ${assignments}, customer_type = coalesce(i.customer_type, excluded.customer_type), version = i.version + 1,
        updated_at = excluded.updated_at
      returning id, external_id, (xmax = 0) as fresh`.execute(query);
    return writtenRows;
  },

  /** Deleted in the source: they count as zero but their rows stay, marked (decisions 2.20). */
  endInvoices: async (ids: readonly number[], at: Date): Promise<void> => {
    if (ids.length > 0)
      await sql`
        update invoices set state = 'cancelled', external_state = 'deleted', payload_hash = null, version = version + 1, updated_at = ${at.toISOString()}
        where id = any(${[...ids]}::int8[])`.execute(query);
  },

  endReceipts: async (ids: readonly number[], at: Date): Promise<void> => {
    if (ids.length > 0)
      await sql`
        update receipts set state = 'failed', external_state = 'deleted', payload_hash = null, version = version + 1, updated_at = ${at.toISOString()}
        where id = any(${[...ids]}::int8[])`.execute(query);
  },
  receipts: async (connectionId: number, ids: readonly string[]): Promise<OutsideReceiptRow[]> => {
    const { rows } = await sql<OutsideReceiptRow>`
      select id, external_id, payload_hash, state, coalesce(applied_cents, amount_cents)::int8 as applied_cents from receipts
      where connection_id = ${connectionId} and external_id = any(${[...ids]}::text[])`.execute(query);
    return rows;
  },
  writeReceipts: async (connectionId: number, rows: readonly OutsideReceiptWrite[], actorId: number | null): Promise<WrittenMoney[]> => {
    if (rows.length === 0) return [];
    const { rows: writtenRows } = await sql<WrittenMoney>`
      insert into receipts as r (connection_id, external_id, external_version, external_updated_at, external_state, payload_hash, customer_id,
        amount_cents, received_on, method, reference, state, applied_cents, created_by)
      select ${connectionId}::int8, external_id, external_version, external_updated_at, external_state, payload_hash, customer_id,
        amount_cents, received_on, method, reference, state, applied_cents, ${actorId}
      from json_to_recordset(${JSON.stringify(rows)}::json) as a(external_id text, external_version text, external_updated_at timestamptz,
        external_state text, payload_hash text, customer_id int8, amount_cents int8, received_on date, method text, reference text, state text,
        applied_cents int8)
      on conflict (connection_id, external_id) where external_id is not null do update set external_version = excluded.external_version,
        external_updated_at = excluded.external_updated_at, external_state = excluded.external_state, payload_hash = excluded.payload_hash,
        customer_id = excluded.customer_id, amount_cents = excluded.amount_cents, received_on = excluded.received_on, method = excluded.method,
        reference = excluded.reference, state = excluded.state, applied_cents = excluded.applied_cents, version = r.version + 1, updated_at = now()
      returning id, external_id, (xmax = 0) as fresh`.execute(query);
    return writtenRows;
  },

  linesOf: async (connectionId: number, paymentIds: readonly string[]): Promise<OutsideLine[]> => {
    const { rows } = await sql<OutsideLine>`
      select payment_id, target_kind, target_id, amount_cents from outside_lines
      where connection_id = ${connectionId} and payment_id = any(${[...paymentIds]}::text[]) order by payment_id, target_kind, target_id`.execute(
      query,
    );
    return rows;
  },
  /** Payments that pay or apply one of these targets. */
  paymentsOn: async (connectionId: number, kind: OutsideLine['target_kind'], targetIds: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{ payment_id: string }>`
      select distinct payment_id from outside_lines
      where connection_id = ${connectionId} and target_kind = ${kind} and target_id = any(${[...targetIds]}::text[])`.execute(query);
    return rows.map(({ payment_id }) => payment_id);
  },
  replaceLines: async (connectionId: number, paymentIds: readonly string[], lines: readonly OutsideLine[]): Promise<void> => {
    await sql`delete from outside_lines where connection_id = ${connectionId} and payment_id = any(${[...paymentIds]}::text[])`.execute(
      query,
    );
    if (lines.length === 0) return;
    await sql`
      insert into outside_lines (connection_id, payment_id, target_kind, target_id, amount_cents)
      select ${connectionId}::int8, payment_id, target_kind, target_id, sum(amount_cents)::int8
      from json_to_recordset(${JSON.stringify(lines)}::json) as l(payment_id text, target_kind text, target_id text, amount_cents int8)
      group by 1, 2, 3, 4`.execute(query);
  },
});
