import { type Kysely, sql } from 'kysely';
import { creditMethod } from '../../../../contract/rules/invoices.ts';
import type { Schema } from '../../schema/index.ts';
import type { CreditRow } from '../invoices/invoices.ts';
import { type OutsideInvoiceRow, outsideInvoiceColumns } from './outsideMoney.ts';

export type UnappliedCredit = Readonly<{ receipt_id: number; original_id: number; left_cents: number }>;
/**
 * The credit that settles a memo or a part of one. `by_hand_cents`: the part a person applied, to other invoices or to its own on another
 * day; `own_cents`: the part applied to its own invoice automatically. `allocated`: a person chose the invoices, so the rest stays
 * unapplied.
 */
export type PartCredit = Readonly<{
  memo_id: number;
  receipt_id: number;
  cents: number;
  by_hand_cents: number;
  own_cents: number;
  applied_to: string | null;
  allocated: boolean;
  /** Payments not made by hand, including the memo's own. */
  payment_ids: readonly number[];
}>;

/** The external id for a refund's money; no payment in the source has it. */
export const refundId = (memo: string): string => `refund:${memo}`;

/** Credit memos of a connected system, and the parts stored here (decisions 2.20). */
export const outsideMemosRepository = (query: Kysely<Schema>) => ({
  /** The stored parts of these credit memos, oldest first. */
  memoParts: async (connectionId: number, memoIds: readonly string[]): Promise<OutsideInvoiceRow[]> => {
    const { rows } = await sql<OutsideInvoiceRow>`
      select ${outsideInvoiceColumns} from invoices where connection_id = ${connectionId} and external_id like 'memo:%' and split_part(external_id, ':', 2) = any(${[...memoIds]}::text[])
      order by id`.execute(query);
    return rows;
  },
  /** The invoices that these memos reverse. */
  originalsOf: async (ids: readonly number[]): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      select distinct credit_of_id as id from invoices where id = any(${[...ids]}::int8[]) and credit_of_id is not null`.execute(query);
    return rows.map(({ id }) => id);
  },
  /** The unapplied part of these memos, with the receipt that settles each, oldest first. */
  creditsLeft: async (memoIds: readonly number[]): Promise<UnappliedCredit[]> => {
    const { rows } = await sql<UnappliedCredit>`
      select r.id as receipt_id, m.credit_of_id as original_id, (-sum(p.amount_cents))::int8 as left_cents
      from invoices m join customer_payments x on x.invoice_id = m.id
      join receipts r on r.id = x.receipt_id and r.method = ${creditMethod} and r.state = 'completed'
      join customer_payments p on p.receipt_id = r.id
      where m.id = any(${[...memoIds]}::int8[]) group by m.id, r.id having sum(p.amount_cents) < 0 order by m.id`.execute(query);
    return rows;
  },
  /** Memos applied to these invoices by payments or by a person's answer. */
  memosOn: async (connectionId: number, invoiceIds: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select distinct m.target_id as id from outside_lines i
      join outside_lines m on m.connection_id = i.connection_id and m.payment_id = i.payment_id and m.target_kind = 'credit_memo'
      where i.connection_id = ${connectionId} and i.target_kind = 'invoice' and i.target_id = any(${[...invoiceIds]}::text[])
      union select external_id from outside_memos where connection_id = ${connectionId} and answer = any(${[...invoiceIds]}::text[])`.execute(
      query,
    );
    return rows.map(({ id }) => id);
  },

  /** Receipts that settle parts of these credit memos, and receipts of their refunds. */
  receiptsOf: async (connectionId: number, memoIds: readonly string[]): Promise<number[]> => {
    if (memoIds.length === 0) return [];
    const { rows } = await sql<{ id: number }>`
      select distinct r.id from invoices m join customer_payments x on x.invoice_id = m.id
      join receipts r on r.id = x.receipt_id and r.method = ${creditMethod} and r.state = 'completed'
      where m.connection_id = ${connectionId} and m.external_id like 'memo:%' and split_part(m.external_id, ':', 2) = any(${[...memoIds]}::text[])
      union select id from receipts where connection_id = ${connectionId} and external_id = any(${memoIds.map(refundId)}::text[])`.execute(
      query,
    );
    return rows.map(({ id }) => id);
  },

  /** The credits of settled memos. @param locks prevents applying more of them until the transaction ends */
  credits: async (memoIds: readonly number[], locks = true): Promise<PartCredit[]> => {
    if (memoIds.length === 0) return [];
    const ids = [...memoIds];
    if (locks)
      await sql`
        select 1 from receipts where method = ${creditMethod} and state = 'completed'
          and id in (select receipt_id from customer_payments where invoice_id = any(${ids}::int8[])) order by id for update`.execute(
        query,
      );
    const { rows } = await sql<PartCredit>`
      with theirs as materialized (
        select distinct m.id as memo_id, m.credit_of_id, x.receipt_id from invoices m join customer_payments x on x.invoice_id = m.id
        where m.id = any(${ids}::int8[])),
      parts as (
        select t.memo_id, r.id as receipt_id, p.id, p.amount_cents, i.invoice_number,
          p.amount_cents > 0 and (p.invoice_id <> t.credit_of_id or p.payment_date <> r.received_on) as by_hand
        from theirs t join receipts r on r.id = t.receipt_id and r.method = ${creditMethod} and r.state = 'completed'
        join customer_payments p on p.receipt_id = r.id join invoices i on i.id = p.invoice_id)
      select memo_id, receipt_id, (-sum(least(amount_cents, 0)))::int8 as cents,
        coalesce(sum(amount_cents) filter (where by_hand), 0)::int8 as by_hand_cents,
        coalesce(sum(amount_cents) filter (where amount_cents > 0 and not by_hand), 0)::int8 as own_cents,
        string_agg(distinct invoice_number, ', ') filter (where by_hand) as applied_to,
        exists (select 1 from audit_log a where a.entity = 'receipt' and a.entity_id = receipt_id::text and a.action = 'receipt.allocated') as allocated,
        coalesce(json_agg(id order by id) filter (where not by_hand), '[]') as payment_ids
      from parts group by memo_id, receipt_id`.execute(query);
    return rows;
  },
  /** Updates the credit of a changed memo part: parts applied by a person stay, the part for its own invoice has to be applied again. */
  renewCredit: async (
    receiptId: number,
    { originalId, memoId, memoNumber, customerId, cents, day }: Omit<CreditRow, 'applied'>,
    now: Date,
  ): Promise<void> => {
    await sql`
      delete from customer_payments p using receipts r
      where r.id = ${receiptId} and p.receipt_id = r.id and p.invoice_id = ${originalId} and p.payment_date = r.received_on`.execute(query);
    await sql`
      update customer_payments set reference = ${memoNumber}, version = version + 1,
        amount_cents = case when invoice_id = ${memoId} then ${-cents}::int8 else amount_cents end,
        payment_date = case when invoice_id = ${memoId} then ${day}::date else payment_date end
      where receipt_id = ${receiptId}`.execute(query);
    await sql`
      update receipts set reference = ${memoNumber}, received_on = ${day}::date, customer_id = ${customerId}, version = version + 1,
        updated_at = ${now.toISOString()} where id = ${receiptId}`.execute(query);
  },

  /** Updates the receipts that settle memos changed by a file. @returns their new versions */
  renewReceipts: async (
    credits: readonly Readonly<Pick<CreditRow, 'customerId' | 'day'> & { receiptId: number }>[],
    now: Date,
  ): Promise<{ id: number; version: number }[]> => {
    if (credits.length === 0) return [];
    const { rows } = await sql<{ id: number; version: number }>`
      update receipts r set received_on = v.day, customer_id = v."customerId", version = r.version + 1, updated_at = ${now.toISOString()}
      from json_to_recordset(${JSON.stringify(credits)}::json) as v("receiptId" int8, "customerId" int8, day date)
      where r.id = v."receiptId" returning r.id, r.version`.execute(query);
    return rows;
  },

  keepMemos: async (
    connectionId: number,
    memos: readonly Readonly<{ external_id: string; fact: unknown; answer: string | null }>[],
  ): Promise<void> => {
    await sql`
      insert into outside_memos as m (connection_id, external_id, fact, answer)
      select ${connectionId}::int8, external_id, fact, answer
      from json_to_recordset(${JSON.stringify(memos)}::json) as v(external_id text, fact jsonb, answer text)
      on conflict (connection_id, external_id) do update set fact = excluded.fact, answer = coalesce(excluded.answer, m.answer)`.execute(
      query,
    );
  },
  memos: async <Fact>(
    connectionId: number,
    ids: readonly string[],
  ): Promise<{ external_id: string; fact: Fact; answer: string | null }[]> => {
    const { rows } = await sql<{ external_id: string; fact: Fact; answer: string | null }>`
      select external_id, fact, answer from outside_memos
      where connection_id = ${connectionId} and external_id = any(${[...ids]}::text[])`.execute(query);
    return rows;
  },
});
