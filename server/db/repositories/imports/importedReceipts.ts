import { type Kysely, sql } from 'kysely';
import { creditMethod } from '../../../../contract/rules/invoices.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** `stands`: completed and not reversed. */
export type KnownReceipt = WrittenReceipt & Readonly<{ stands: boolean }>;
/** A receipt for the amount paid of the invoice `number`. `total_cents`: the amount paid with it; null for those of earlier versions. */
export type PaidReceipt = KnownReceipt & Readonly<{ number: string; received_on: Day; amount_cents: number; total_cents: number | null }>;
export type WrittenReceipt = Readonly<{ id: number; external_id: string; payload_hash: string | null; version: number }>;
export type ImportedReceipt = Readonly<{
  id: number | null;
  external_id: string;
  customer_id: number | null;
  amount_cents: number;
  received_on: Day;
  method: string;
  reference: string | null;
  notes: string | null;
  payload_hash: string;
}>;
type SameReceiptKey = Readonly<{
  key: string;
  received_on: Day;
  amount_cents: number;
  reference: string | null;
  customer_id: number | null;
}>;

const RECEIPT_COLUMNS = sql`id int8, external_id text, customer_id int8, amount_cents int8, received_on date, method text, reference text, notes text,
  payload_hash text`;

const IS_VALID = sql`state = 'completed' and not exists (select 1 from receipts b where b.reversal_of_id = r.id)`;
/** The invoice number in the key of an amount paid, as indexed: `paid@TOTAL|NUMBER`, in earlier versions `paid|NUMBER`. */
const PAID_NUMBER = sql`substring(external_id from '^paid(?:@[0-9]+)?[|](.*)$')`;

/** Receipts written by file imports (decisions 2.15); their allocations are in payments/allocations.ts. */
export const importedReceiptsRepository = (query: Kysely<Schema>) => ({
  /** @param locks until the transaction ends */
  known: async (connectionId: number, keys: readonly string[], locks = false): Promise<KnownReceipt[]> => {
    const { rows } = await sql<KnownReceipt>`
      select id, external_id, payload_hash, version, ${IS_VALID} as stands
      from receipts r where connection_id = ${connectionId} and external_id = any(${[...keys]}::text[])
      order by id ${sql.raw(locks ? 'for update of r' : '')}`.execute(query);
    return rows;
  },

  /** @param locks until the transaction ends */
  ofAmountsPaid: async (connectionId: number, numbers: readonly string[], locks: boolean): Promise<PaidReceipt[]> => {
    if (numbers.length === 0) return [];
    const { rows } = await sql<PaidReceipt>`
      select id, external_id, payload_hash, version, received_on, amount_cents, ${IS_VALID} as stands, ${PAID_NUMBER} as number,
        substring(external_id from '^paid@([0-9]+)[|]')::int8 as total_cents
      from receipts r where connection_id = ${connectionId} and ${PAID_NUMBER} = any(${[...numbers]}::text[])
      order by id ${sql.raw(locks ? 'for update of r' : '')}`.execute(query);
    return rows;
  },

  /** Money received per invoice from receipts other than these, without credit notes. Cents. */
  receivedElsewhere: async (invoiceIds: readonly number[], receiptIds: readonly number[]): Promise<Map<number, number>> => {
    if (invoiceIds.length === 0) return new Map();
    const { rows } = await sql<{ invoice_id: number; cents: number }>`
      select invoice_id, sum(amount_cents)::int8 as cents from customer_payments
      where invoice_id = any(${[...invoiceIds]}::int8[]) and state <> 'failed' and method <> ${creditMethod}
        and (receipt_id is null or not receipt_id = any(${[...receiptIds]}::int8[])) group by 1`.execute(query);
    return new Map(rows.map(({ invoice_id, cents }) => [invoice_id, cents]));
  },

  /** Keys of receipts that already exist with the same amount, reference and day; without a reference, of the same customer. */
  existingKeys: async (receipts: readonly SameReceiptKey[], connectionId: number): Promise<Set<string>> => {
    if (receipts.length === 0) return new Set();
    const { rows } = await sql<{ key: string }>`
      select distinct v.key from json_to_recordset(${JSON.stringify(receipts)}::json)
        as v(key text, received_on date, amount_cents int8, reference text, customer_id int8)
      join receipts r on r.received_on = v.received_on and r.amount_cents = v.amount_cents and r.state <> 'failed'
        and lower(r.reference) is not distinct from lower(v.reference) and (v.reference is not null or r.customer_id = v.customer_id)
        and not (r.connection_id is not distinct from ${connectionId} and r.external_id is not distinct from v.key)`.execute(query);
    return new Set(rows.map(({ key }) => key));
  },

  insert: async (receipts: readonly ImportedReceipt[], connectionId: number, actorId: number | null): Promise<WrittenReceipt[]> => {
    if (receipts.length === 0) return [];
    const { rows } = await sql<WrittenReceipt>`
      insert into receipts (external_id, customer_id, amount_cents, received_on, method, reference, notes, payload_hash, state, connection_id,
        created_by)
      select external_id, customer_id, amount_cents, received_on, method, reference, notes, payload_hash, 'completed', ${connectionId}, ${actorId}
      from json_to_recordset(${JSON.stringify(receipts)}::json) as v(${RECEIPT_COLUMNS})
      returning id, external_id, payload_hash, version`.execute(query);
    return rows;
  },
  update: async (receipts: readonly ImportedReceipt[]): Promise<WrittenReceipt[]> => {
    if (receipts.length === 0) return [];
    const { rows } = await sql<WrittenReceipt>`
      update receipts r set customer_id = v.customer_id, amount_cents = v.amount_cents, received_on = v.received_on, method = v.method,
        reference = v.reference, notes = v.notes, payload_hash = v.payload_hash, version = r.version + 1, updated_at = now()
      from json_to_recordset(${JSON.stringify(receipts)}::json) as v(${RECEIPT_COLUMNS}) where r.id = v.id
      returning r.id, r.external_id, r.payload_hash, r.version`.execute(query);
    return rows;
  },
});
