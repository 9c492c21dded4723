import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { openCents } from './openCents.ts';

/** The part of a receipt that pays an invoice from `payment_date` on; the default is the receipt's day. */
export type Allocation = Readonly<{ receipt_id: number; invoice_id: number; amount_cents: number; payment_date?: Day }>;
export type AllocationRow = Readonly<{ id: number; receipt_id: number; invoice_id: number; amount_cents: number; payment_date: Day }>;
type ReceiptState = 'pending' | 'completed' | 'failed';

/** Allocations of receipts to invoices (decisions 2.15): the only writer of customer_payments, for files and manual entries. */
export const allocationsRepository = (query: Kysely<Schema>) => ({
  of: async (receiptIds: readonly number[]): Promise<AllocationRow[]> => {
    if (receiptIds.length === 0) return [];
    const { rows } = await sql<AllocationRow>`
      select id, receipt_id, invoice_id, amount_cents, payment_date from customer_payments
      where receipt_id = any(${[...receiptIds]}::int8[]) order by id`.execute(query);
    return rows;
  },

  /**
   * The unpaid balance of each invoice, ignoring payments from these receipts.
   * @param countsPending true to count payments waiting for approval as paid, so that nothing is allocated twice
   */
  balances: async (
    invoiceIds: readonly number[],
    exceptReceiptIds: readonly number[],
    countsPending = false,
  ): Promise<Map<number, number>> => {
    const states = countsPending ? ['completed', 'pending'] : ['completed'];
    const isCounted = sql`p.state = any(${states}::text[]) and not (p.receipt_id = any(${[...exceptReceiptIds]}::int8[]))`;
    const { rows } = await sql<{ id: number; open: number }>`
      select i.id, ${openCents(isCounted)} as open from invoices i where i.id = any(${[...invoiceIds]}::int8[])`.execute(query);
    return new Map(rows.map(({ id, open }) => [id, open]));
  },

  /** Added in the state of their receipts. */
  add: async (allocations: readonly Allocation[], actorId: number | null): Promise<{ id: number; invoice_id: number }[]> => {
    if (allocations.length === 0) return [];
    const { rows } = await sql<{ id: number; invoice_id: number }>`
      insert into customer_payments (receipt_id, invoice_id, amount_cents, payment_date, method, reference, state, created_by)
      select r.id, v.invoice_id, v.amount_cents, coalesce(v.payment_date, r.received_on), r.method, r.reference, r.state, ${actorId}
      from json_to_recordset(${JSON.stringify(allocations)}::json) as v(receipt_id int8, invoice_id int8, amount_cents int8, payment_date date)
      join receipts r on r.id = v.receipt_id returning id, invoice_id`.execute(query);
    return rows;
  },

  remove: async (ids: readonly number[]): Promise<void> => {
    if (ids.length > 0) await sql`delete from customer_payments where id = any(${[...ids]}::int8[])`.execute(query);
  },

  /** @param day when they start to count; null: unchanged */
  setState: async (receiptId: number, state: ReceiptState, day: Day | null): Promise<void> => {
    await sql`update customer_payments set state = ${state}, payment_date = coalesce(${day}::date, payment_date), version = version + 1
      where receipt_id = ${receiptId}`.execute(query);
  },

  /** Copies a receipt's allocations with opposite signs to its reversal. */
  reverse: async (receiptId: number, reversalId: number, actorId: number): Promise<void> => {
    await sql`
      insert into customer_payments (receipt_id, invoice_id, amount_cents, payment_date, method, reference, state, reversal_of_id, created_by)
      select r.id, p.invoice_id, -p.amount_cents, r.received_on, r.method, r.reference, r.state, p.id, ${actorId}
      from customer_payments p join receipts r on r.id = ${reversalId} where p.receipt_id = ${receiptId} order by p.id`.execute(query);
  },
});
