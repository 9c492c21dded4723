import { type Kysely, sql } from 'kysely';
import type { SaleKind } from '../../../../contract/rules/commission/saleFacts.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { InvoiceSource } from '../../schema/commissions.ts';
import type { Schema } from '../../schema/index.ts';

/** Columns of an imported invoice; `payload_hash` covers all of them, to recognize one that arrives again unchanged. */
export type ArrivingRow = Readonly<{
  invoice_number: string;
  document_number: string | null;
  number_suffix: string | null;
  customer_id: number | null;
  customer_name: string;
  customer_type: string | null;
  activity_type: string | null;
  sale_kind: SaleKind | null;
  term_months: number | null;
  cost_cents: number | null;
  list_cents: number | null;
  units: number | null;
  salesperson_id: number | null;
  sales_lead_id: number | null;
  credit_of_id: number | null;
  gross_cents: number;
  net_cents: number;
  booking_date: Day;
  due_date: Day | null;
  state: 'draft' | 'sent' | 'cancelled';
  notes: string | null;
  source: InvoiceSource;
  connection_id: number | null;
  external_id: string | null;
  payload_hash: string;
}>;

const types = {
  invoice_number: 'text',
  document_number: 'text',
  number_suffix: 'text',
  customer_id: 'int8',
  customer_name: 'text',
  customer_type: 'text',
  activity_type: 'text',
  sale_kind: 'text',
  term_months: 'int4',
  cost_cents: 'int8',
  list_cents: 'int8',
  units: 'int4',
  salesperson_id: 'int8',
  sales_lead_id: 'int8',
  credit_of_id: 'int8',
  gross_cents: 'int8',
  net_cents: 'int8',
  booking_date: 'date',
  due_date: 'date',
  state: 'text',
  notes: 'text',
  source: 'text',
  connection_id: 'int8',
  external_id: 'text',
  payload_hash: 'text',
} as const satisfies Record<keyof ArrivingRow, string>;
export const arrivingColumns = Object.keys(types) as (keyof ArrivingRow)[];
const columns = sql.raw(arrivingColumns.join(', '));
const columnDefinitions = sql.raw(arrivingColumns.map((name) => `${name} ${types[name]}`).join(', '));
const assignments = sql.raw(arrivingColumns.map((name) => `${name} = a.${name}`).join(', '));

/** Writes imported invoices in batches. */
export const arrivingInvoicesRepository = (query: Kysely<Schema>) => ({
  insert: async (arriving: readonly ArrivingRow[]): Promise<{ id: number; invoice_number: string }[]> => {
    const { rows } = await sql<{ id: number; invoice_number: string }>`
      insert into invoices (${columns}) select ${columns} from json_to_recordset(${JSON.stringify(arriving)}::json) as a(${columnDefinitions})
      returning id, invoice_number`.execute(query);
    return rows;
  },

  /** Overwrites invoices of the same number. */
  update: async (arriving: readonly ArrivingRow[], at: Date): Promise<void> => {
    const now = at.toISOString();
    await sql`
      update invoices i set ${assignments}, version = i.version + 1, updated_at = ${now}
      from json_to_recordset(${JSON.stringify(arriving)}::json) as a(${columnDefinitions}) where i.invoice_number = a.invoice_number`.execute(
      query,
    );
  },
});
