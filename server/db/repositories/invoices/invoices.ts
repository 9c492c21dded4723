import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import { creditMethod } from '../../../../contract/rules/invoices.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { InvoicesTable, Schema } from '../../schema/index.ts';
import { isCredit } from './isCredit.ts';
import { isVisibleInvoice } from './seenInvoices.ts';

/** An invoice with its seller, payments and credits. Money in cents. */
export type InvoiceRow = Selectable<InvoicesTable> &
  Readonly<{
    seller_first_name: string | null;
    seller_last_name: string | null;
    seller_manager_id: number | null;
    deal_name: string | null;
    customer_email: string | null;
    /** The connection it comes from. */
    connection_name: string | null;
    /** Completed payments, plus amounts settled by credit memos. */
    received_cents: number;
    /** `received_cents` without credits. */
    paid_cents: number;
    /** Amounts that connected systems settled without money, and the balances they report. */
    settled_cents: number;
    source_balance_cents: number | null;
    is_pending: boolean;
    /** Positive amount reversed by sent credit memos. */
    credited_cents: number;
    credited_net_cents: number;
    commission_cents: number;
  }>;
export type NewInvoice = Insertable<InvoicesTable>;
export type InvoiceChange = Omit<Updateable<InvoicesTable>, 'id' | 'version' | 'created_at' | 'updated_at'>;
export type Seller = Readonly<{
  id: number;
  role: Role;
  manager_id: number | null;
  active: boolean;
  first_name: string;
  last_name: string;
}>;
export type CustomerRow = Readonly<{ id: number; name: string; customer_type: string | null; email: string | null }>;
export type InvoicePaymentRow = Readonly<{
  id: number;
  payment_date: Day;
  amount_cents: number;
  method: string;
  reference: string | null;
  state: 'pending' | 'completed' | 'failed';
}>;
export type InvoiceRecordRow = Readonly<{
  id: number;
  user_id: number;
  first_name: string;
  last_name: string;
  booking_date: Day;
  amount_cents: number;
  status: CommissionStatus;
}>;
export type InvoiceEventRow = Readonly<{ id: number; label: string; day: Day | null }>;
/** A credit memo of `cents`; `applied` of them pay the open balance of its invoice. */
export type CreditRow = Readonly<{
  originalId: number;
  memoId: number;
  memoNumber: string;
  customerId: number | null;
  cents: number;
  applied: number;
  day: Day;
}>;

const completedCents = (condition: RawBuilder<unknown>) => sql`coalesce((select sum(p.amount_cents) from customer_payments p
  where p.invoice_id = i.id and p.state = 'completed' and ${condition}), 0)::int8`;
const memoCents = (column: 'gross_cents' | 'net_cents') => sql`coalesce((select -sum(m.${sql.ref(column)}) from invoices m
  where m.credit_of_id = i.id and m.state = 'sent'), 0)::int8`;

const selectWhere = (condition: RawBuilder<unknown>) => sql<InvoiceRow>`
  select i.*, s.first_name as seller_first_name, s.last_name as seller_last_name, s.manager_id as seller_manager_id, d.name as deal_name,
    c.email as customer_email, n.name as connection_name, ${completedCents(sql`true`)} as received_cents,
    ${completedCents(sql`not (${isCredit})`)} as paid_cents,
    settled_of(i.id) as settled_cents, (select b.balance_cents from outside_balances b where b.invoice_id = i.id) as source_balance_cents,
    exists (select 1 from customer_payments p where p.invoice_id = i.id and p.state = 'pending') as is_pending,
    ${memoCents('gross_cents')} as credited_cents, ${memoCents('net_cents')} as credited_net_cents,
    coalesce((select sum(r.amount_cents) from commission_records r where r.invoice_id = i.id), 0)::int8 as commission_cents
  from invoices i left join users s on s.id = i.salesperson_id left join deals d on d.id = i.deal_id
  left join customers c on c.id = i.customer_id left join connections n on n.id = i.connection_id
  where ${condition}`;

const eventLabel = sql`e.customer_name || coalesce(' · ' || e.activity, '')`;

/** Reads, locks, adds and changes single invoices. The list is in invoicesPage.ts. */
export const invoiceRowsRepository = (query: Kysely<Schema>) => {
  const byId = async (id: number): Promise<InvoiceRow | undefined> => (await selectWhere(sql`i.id = ${id}`).execute(query)).rows[0];
  const byIds = async (ids: readonly number[]): Promise<Map<number, InvoiceRow>> => {
    if (ids.length === 0) return new Map();
    const { rows } = await selectWhere(sql`i.id = any(${[...ids]}::int8[])`).execute(query);
    return new Map(rows.map((row) => [row.id, row]));
  };
  return {
    byId,
    byIds,

    lock: async (id: number): Promise<InvoiceRow | undefined> => {
      await sql`select 1 from invoices where id = ${id} for no key update`.execute(query);
      return byId(id);
    },

    /** The invoice's credit memos, locked. */
    lockMemos: async ({ id }: Pick<InvoiceRow, 'id'>): Promise<InvoiceRow[]> => {
      const { rows } = await sql<{ id: number }>`
        select id from invoices where credit_of_id = ${id} and state = 'sent' order by id for no key update`.execute(query);
      const memos = await byIds(rows.map((row) => row.id));
      return rows.flatMap((row) => memos.get(row.id) ?? []);
    },

    add: async (invoice: NewInvoice): Promise<number> =>
      (await query.insertInto('invoices').values(invoice).returning('id').executeTakeFirstOrThrow()).id,

    change: async (id: number, change: InvoiceChange, now: Date): Promise<void> => {
      await query
        .updateTable('invoices')
        .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
        .where('id', '=', id)
        .execute();
    },

    isTaken: async (number: string, exceptId: number | null): Promise<boolean> => {
      const sameNumber = query.selectFrom('invoices').select('id').where('invoice_number', '=', number);
      const conflicting = await (exceptId === null ? sameNumber : sameNumber.where('id', '<>', exceptId)).executeTakeFirst();
      return conflicting !== undefined;
    },

    /** The next free number. @param locks reserves it until the transaction ends */
    nextNumber: async (prefix: string, locks: boolean): Promise<number> => {
      const { rows } = await sql<{
        next: number;
      }>`select next from invoice_counter where id = 1 ${locks ? sql`for update` : sql``}`.execute(query);
      const firstNumber = rows[0]?.next ?? 1;
      const freeNumber = await sql<{ n: number }>`
        with recursive tried(n) as (
          select ${firstNumber}::int8
          union all select n + 1 from tried where n < ${firstNumber}::int8 + 10000 and exists (select 1 from invoices where invoice_number = ${prefix}::text || n))
        select n from tried order by n desc limit 1`.execute(query);
      return freeNumber.rows[0]?.n ?? firstNumber;
    },
    takeNumber: async (number: number): Promise<void> => {
      await sql`update invoice_counter set next = ${number + 1} where id = 1 and next <= ${number}`.execute(query);
    },

    /** True if the number belongs to an invoice that is neither these sellers' nor credited to the person. */
    isOfOthers: async (number: string, userId: number, sellers: readonly number[]): Promise<boolean> => {
      const { rows } = await sql`
        select 1 from invoices i where i.invoice_number = ${number} and coalesce(i.salesperson_id = any(${[...sellers]}::int8[]), false) = false
          and not coalesce(${isVisibleInvoice({ creditedTo: userId, sellers: null })}, false)`.execute(query);
      return rows.length > 0;
    },

    seller: (id: number): Promise<Seller | undefined> =>
      query
        .selectFrom('users')
        .select(['id', 'role', 'manager_id', 'active', 'first_name', 'last_name'])
        .where('id', '=', id)
        .executeTakeFirst(),

    customer: async (name: string): Promise<CustomerRow | undefined> => {
      const { rows } = await sql<CustomerRow>`
        select id, name, customer_type, email from customers where name_key = lower(btrim(${name}::text)) order by id limit 1`.execute(
        query,
      );
      return rows[0];
    },
    /** Customers whose name contains the text; names that begin with it come first. */
    customersLike: async (text: string, limit: number): Promise<Pick<CustomerRow, 'name' | 'email'>[]> => {
      const escapedText = text.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`);
      const { rows } = await sql<Pick<CustomerRow, 'name' | 'email'>>`
        select name, email from customers where name_key like ${`%${escapedText}%`}
        order by name_key not like ${`${escapedText}%`}, name_key, id limit ${limit}`.execute(query);
      return rows;
    },
    setEmail: async (customerId: number, email: string, now: Date): Promise<void> => {
      await query.updateTable('customers').set({ email, updated_at: now.toISOString() }).where('id', '=', customerId).execute();
    },

    payments: (id: number): Promise<InvoicePaymentRow[]> =>
      query
        .selectFrom('customer_payments')
        .select(['id', 'payment_date', 'amount_cents', 'method', 'reference', 'state'])
        .where('invoice_id', '=', id)
        .orderBy('payment_date')
        .orderBy('id')
        .execute(),

    records: (id: number): Promise<InvoiceRecordRow[]> =>
      query
        .selectFrom('commission_records as r')
        .innerJoin('users as u', 'u.id', 'r.user_id')
        .select(['r.id', 'r.user_id', 'u.first_name', 'u.last_name', 'r.booking_date', 'r.amount_cents', 'r.status'])
        .where('r.invoice_id', '=', id)
        .orderBy('r.id')
        .execute(),

    /** The invoice's credit memos, or the invoice that a credit memo reverses. */
    related: async (id: number, creditOf: number | null): Promise<InvoiceRow[]> => {
      const { rows } = await selectWhere(sql`i.credit_of_id = ${id} or i.id = ${creditOf}`).execute(query);
      return rows.toSorted((a, b) => a.id - b.id);
    },

    /** The latest event that is linked to the invoice or names it. */
    event: async ({ id, invoice_number }: Pick<InvoiceRow, 'id' | 'invoice_number'>): Promise<InvoiceEventRow | undefined> => {
      const { rows } = await sql<InvoiceEventRow>`
        select e.id, ${eventLabel} as label, e.day from events e where e.id in (
          select id from events where invoice_id = ${invoice_number}
          union select event_id from links where invoice_id = ${id} and event_id is not null and superseded_at is null)
        order by e.day desc nulls last, e.id desc limit 1`.execute(query);
      return rows[0];
    },

    /**
     * Writes a zero-amount receipt per memo, which settles it and pays the open balance of its invoice; the remainder becomes the
     * customer's credit and is not applied to anything. @returns the rows written, in the same order
     */
    applyCredits: async (credits: readonly CreditRow[], userId: number): Promise<{ receiptId: number; paymentIds: number[] }[]> => {
      if (credits.length === 0) return [];
      const receiptOf = ({ memoNumber: reference }: CreditRow) => ({
        method: creditMethod,
        reference,
        state: 'completed' as const,
        created_by: userId,
      });
      const receipts = await query
        .insertInto('receipts')
        .values(
          credits.map((credit) => ({ ...receiptOf(credit), customer_id: credit.customerId, amount_cents: 0, received_on: credit.day })),
        )
        .returning(['id', 'reference'])
        .execute();
      const idByNumber = new Map(receipts.map(({ id, reference }) => [reference, id]));
      const allocations = credits.map((credit) => ({ credit, receiptId: idByNumber.get(credit.memoNumber) ?? 0 }));
      const payments = await query
        .insertInto('customer_payments')
        .values(
          allocations.flatMap(({ credit, receiptId: receipt_id }) => {
            const allocation = { ...receiptOf(credit), receipt_id, payment_date: credit.day, reversal_of_id: null, notes: null };
            return [
              ...(credit.applied === 0 ? [] : [{ ...allocation, invoice_id: credit.originalId, amount_cents: credit.applied }]),
              { ...allocation, invoice_id: credit.memoId, amount_cents: -credit.cents },
            ];
          }),
        )
        .returning(['id', 'receipt_id'])
        .execute();
      return allocations.map(({ receiptId }) => ({
        receiptId,
        paymentIds: payments.flatMap(({ id, receipt_id }) => (receipt_id === receiptId ? [id] : [])),
      }));
    },

    /** Every invoice that a credit memo pays in part. */
    paidByMemo: async (memoId: number): Promise<number[]> => {
      const { rows } = await sql<{ invoice_id: number }>`
        select distinct p.invoice_id from customer_payments p where p.receipt_id in (
          select x.receipt_id from customer_payments x join receipts r on r.id = x.receipt_id where x.invoice_id = ${memoId} and r.method = ${creditMethod})
        order by 1`.execute(query);
      return rows.map(({ invoice_id }) => invoice_id);
    },

    /** Reopens the balances that a credit memo settled. */
    undoCredit: async (memoId: number, now: Date): Promise<void> => {
      const { rows } = await sql<{ id: number }>`
        update receipts set state = 'failed', updated_at = ${now.toISOString()} where method = ${creditMethod}
          and id in (select receipt_id from customer_payments where invoice_id = ${memoId}) returning id`.execute(query);
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) await query.updateTable('customer_payments').set({ state: 'failed' }).where('receipt_id', 'in', ids).execute();
    },
  };
};
