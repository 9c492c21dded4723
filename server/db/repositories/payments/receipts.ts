import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { creditMethod } from '../../../../contract/rules/invoices.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { ReceiptsTable, Schema } from '../../schema/index.ts';
import { openCents } from './openCents.ts';

type JoinedNames = Readonly<{
  customer_name: string | null;
  source: string | null;
  allocated_cents: number;
  reversed_by_id: number | null;
}>;
/** The amount a credit memo reverses, allocated by its receipt; 0 for received money. */
type Credit = Readonly<{ credit_cents: number }>;
/** The invoice it pays, if it is only one. */
type PaidInvoiceRef = Readonly<{ invoice_id: number | null; invoice_number: string | null }>;
export type ReceiptRow = Selectable<ReceiptsTable> & JoinedNames & PaidInvoiceRef & Credit & Readonly<{ author: string | null }>;
export type ReceiptChange = Omit<Updateable<ReceiptsTable>, 'id' | 'version' | 'created_at' | 'updated_at'>;
/** An invoice that a receipt pays or may pay. */
export type PayableInvoice = Readonly<{
  id: number;
  invoice_number: string;
  customer_id: number | null;
  customer_name: string;
  day: Day;
  state: 'draft' | 'sent' | 'cancelled';
}>;
export type OpenInvoice = PayableInvoice & Readonly<{ open: number }>;
type PaidInvoice = Readonly<{
  kind: 'invoice';
  id: number;
  label: string;
  customer_name: string;
  day: Day;
  amount_cents: number;
  payment_id: number;
}>;
export type SameReceipt = Readonly<{ received_on: Day; amount_cents: number; reference: string | null; customer_id: number }>;

const creditCents = sql`case when r.method = ${creditMethod} then coalesce((
  select -sum(least(amount_cents, 0)) from customer_payments where receipt_id = r.id), 0) else 0 end::int8`;
/** The displayed amount of receipts `r`: for a credit memo, the amount it reverses. */
export const displayedCents = sql`(r.amount_cents + ${creditCents})`;

/** Columns of receipts `r`; file imports have no source name. */
export const receiptColumns = sql`
  r.*, c.name as customer_name, case when n.kind <> 'files' then n.name end as source, a.first_name || ' ' || a.last_name as author,
  coalesce(p.cents, 0)::int8 as allocated_cents, ${creditCents} as credit_cents, case when p.invoices = 1 then p.invoice_id end as invoice_id,
  case when p.invoices = 1 then i.invoice_number end as invoice_number,
  (select id from receipts b where b.reversal_of_id = r.id) as reversed_by_id`;
export const receiptJoins = sql`
  left join customers c on c.id = r.customer_id left join connections n on n.id = r.connection_id left join users a on a.id = r.created_by
  left join lateral (select sum(amount_cents) as cents, count(distinct invoice_id) as invoices, min(invoice_id) as invoice_id
    from customer_payments where receipt_id = r.id) p on true
  left join invoices i on i.id = p.invoice_id`;

/**
 * Credit memos are applied by zero receipts, because no money came in. Such a receipt is listed if part of it can be applied, or was
 * applied to an invoice other than its own (decisions 2.15).
 */
export const isListed = sql`(r.method <> ${creditMethod} or r.state = 'completed' and r.customer_id is not null and exists (
  select 1 from customer_payments x where x.receipt_id = r.id having sum(x.amount_cents) <> 0 or bool_or(x.amount_cents > 0 and x.invoice_id not in (
    select m.credit_of_id from customer_payments y join invoices m on m.id = y.invoice_id where y.receipt_id = r.id and m.credit_of_id is not null))))`;

/**
 * True for receipts `r` with money that is applied to no invoice; reversed ones and reversals have none. Receipts with an unapplied
 * remainder are found once, by summing all payments, because the other conditions need lookups per receipt.
 */
export const isUnapplied = sql`(r.id = any(array(select o.id from receipts o left join (
    select receipt_id, sum(amount_cents) as cents from customer_payments group by receipt_id) x on x.receipt_id = o.id
    where o.state = 'completed' and o.reversal_of_id is null and o.amount_cents > coalesce(x.cents, 0)))
  and ${isListed} and not exists (select 1 from receipts b where b.reversal_of_id = r.id))`;

const invoiceColumns = sql`i.id, i.invoice_number, i.customer_id, i.customer_name, coalesce(i.due_date, i.booking_date) as day, i.state`;

/** Reads, locks, adds and changes single receipts, and what they may pay (decisions 2.15). The list is in paymentsPage.ts. */
export const receiptsRepository = (query: Kysely<Schema>) => {
  const readOne = async (id: number, condition: RawBuilder<unknown>): Promise<ReceiptRow | undefined> => {
    const { rows } =
      await sql<ReceiptRow>`select ${receiptColumns} from receipts r ${receiptJoins} where r.id = ${id} and ${condition}`.execute(query);
    return rows[0];
  };
  const byId = (id: number): Promise<ReceiptRow | undefined> => readOne(id, isListed);
  return {
    byId,

    /** Also finds a credit memo's receipt that is no longer listed because its own invoice used all of it. */
    evenUnlisted: (id: number): Promise<ReceiptRow | undefined> => readOne(id, sql`true`),

    lock: async (id: number): Promise<ReceiptRow | undefined> => {
      await sql`select 1 from receipts where id = ${id} for update`.execute(query);
      return byId(id);
    },

    /** Locked in id order, before the invoices they pay. */
    lockAll: async (ids: readonly number[]): Promise<void> => {
      await sql`select 1 from receipts where id = any(${[...ids]}::int8[]) order by id for update`.execute(query);
    },

    add: async (receipt: Insertable<ReceiptsTable>): Promise<number> =>
      (await query.insertInto('receipts').values(receipt).returning('id').executeTakeFirstOrThrow()).id,

    change: async (id: number, change: ReceiptChange, now: Date): Promise<void> => {
      await query
        .updateTable('receipts')
        .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
        .where('id', '=', id)
        .execute();
    },

    /** Another receipt with the same amount, reference and day; without a reference, of the same customer. */
    same: async ({ received_on, amount_cents, reference, customer_id }: SameReceipt, id: number): Promise<number | null> => {
      const isSame =
        reference === null ? sql`reference is null and customer_id = ${customer_id}` : sql`lower(reference) = lower(${reference})`;
      const { rows } = await sql<{ id: number }>`
        select id from receipts where received_on = ${received_on} and amount_cents = ${amount_cents} and state <> 'failed' and id <> ${id} and ${isSame}
        order by id limit 1`.execute(query);
      return rows[0]?.id ?? null;
    },

    customer: async (id: number): Promise<{ id: number; name: string } | undefined> =>
      query.selectFrom('customers').select(['id', 'name']).where('id', '=', id).executeTakeFirst(),
    /** Locks a customer before the invoices, so that the second of two payments by a customer sees the first. */
    lockCustomer: async (id: number): Promise<{ id: number; name: string } | undefined> =>
      query.selectFrom('customers').select(['id', 'name']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

    /** A customer's sent invoices that are not fully paid, oldest due first; payments waiting for approval count as paid. */
    openOf: async (customerId: number, exceptReceiptId: number, maxRows: number): Promise<OpenInvoice[]> => {
      const { rows } = await sql<OpenInvoice>`
        select * from (
          select ${invoiceColumns}, ${openCents(sql`p.state in ('completed', 'pending') and p.receipt_id <> ${exceptReceiptId}`)} as open
          from invoices i where i.id in (
              select id from invoices where customer_id = ${customerId}
              union select invoice_id from customer_payments where receipt_id = ${exceptReceiptId})
            and i.state = 'sent' and i.gross_cents > 0
        ) owed where open > 0 order by day, invoice_number, id limit ${maxRows}`.execute(query);
      return rows;
    },

    /** Locked in id order, so that the second of two payments for an invoice sees the first. */
    lockInvoices: async (ids: readonly number[]): Promise<PayableInvoice[]> => {
      const { rows } = await sql<PayableInvoice>`
        select ${invoiceColumns} from invoices i where i.id = any(${[...ids]}::int8[]) order by i.id for no key update of i`.execute(query);
      return rows;
    },

    /** The invoices it pays, by due day. */
    lines: async (receiptId: number) => {
      const { rows } = await sql<PaidInvoice>`
        select 'invoice' as kind, i.id, i.invoice_number as label, i.customer_name, coalesce(i.due_date, i.booking_date) as day,
          sum(p.amount_cents)::int8 as amount_cents, max(p.id) as payment_id
        from customer_payments p join invoices i on i.id = p.invoice_id join receipts r on r.id = p.receipt_id
        where p.receipt_id = ${receiptId} and (p.amount_cents > 0 or r.method <> ${creditMethod}) group by i.id order by day, label`.execute(
        query,
      );
      return rows;
    },

    /** Unapplied cents of the customer's completed payments and credit memos. */
    unappliedOf: async (customerId: number, exceptReceiptId: number): Promise<number> => {
      const { rows } = await sql<{ cents: number }>`
        select coalesce(sum(r.amount_cents - coalesce((select sum(amount_cents) from customer_payments where receipt_id = r.id), 0)), 0)::int8 as cents
        from receipts r where r.customer_id = ${customerId} and r.state = 'completed' and r.id <> ${exceptReceiptId} and ${isListed}`.execute(
        query,
      );
      return rows[0]?.cents ?? 0;
    },

    /** Customers by part of their name, and sent invoices by the start of their number. */
    choices: async (text: string, maxRows: number) => {
      const escapedText = text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
      const { rows } = await sql<{ kind: 'customer' | 'invoice'; id: number; label: string; customer_id: number | null }>`
        (select 'customer' as kind, id, name as label, id as customer_id from customers where name_key like ${`%${escapedText.toLowerCase()}%`}
          order by name_key, id limit ${maxRows})
        union all
        (select 'invoice', id, invoice_number || ', ' || customer_name, customer_id from invoices
          where state = 'sent' and customer_id is not null and lower(invoice_number) like ${`${escapedText.toLowerCase()}%`}
          order by invoice_number limit ${maxRows})`.execute(query);
      return rows;
    },
  };
};
