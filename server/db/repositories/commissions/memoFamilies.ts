import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { int8s } from '../../unnested.ts';
import { leadersBy, type TeamReach } from './teamReach.ts';

/** A credit memo of an invoice. */
export type MemoRow = Readonly<{
  id: number;
  invoice_number: string;
  booking_date: Day;
  net_cents: number;
  credit_of_id: number;
  salesperson_id: number | null;
  sales_lead_id: number | null;
  leader_ids: readonly number[];
  split_user_ids: readonly number[];
}>;

/** A credit memo whose amount may depend on a changed record. */
export type ChangedMemo = Readonly<{ id: number; changed_id: number; booking_date: Day }>;

/** The day that decides the people of an invoice `i`: a credit memo uses the day of the sale it reverses (decisions 2.23). */
export const peopleDay = sql`coalesce((select o.booking_date from invoices o where o.id = i.credit_of_id), i.booking_date)`;

/** Invoices and their credit memos. */
export const memoFamilies = (query: Kysely<Schema>) => ({
  /** Sent credit memos of these invoices, with their people. */
  memosOfFacts: async (invoiceIds: readonly number[], reach: TeamReach): Promise<MemoRow[]> => {
    const { rows } = await sql<MemoRow>`
      select i.id, i.credit_of_id, i.invoice_number, i.booking_date, i.net_cents, i.salesperson_id, i.sales_lead_id,
        array(select t.leader_id from ${leadersBy(reach)} t where t.user_id = i.salesperson_id and ${peopleDay} between t.from_day and t.to_day) as leader_ids,
        array(select user_id from invoice_splits x where x.superseded_at is null and x.invoice_id in (i.id, i.credit_of_id)) as split_user_ids
      from invoices i where i.credit_of_id = any(${int8s(invoiceIds)}) and i.state = 'sent' order by i.id`.execute(query);
    return rows;
  },

  /**
   * Booking days of these invoices and of their families: an invoice and its credit memos, which are priced and released together. Also
   * the days of the person's records of them, which keep their day in closed months.
   */
  familyDays: async (invoiceIds: readonly number[], userId: number): Promise<Map<number, Day[]>> => {
    const { rows } = await sql<{ id: number; days: Day[] }>`
      with family(id, root_id) as (select id, coalesce(credit_of_id, id) from invoices where id = any(${int8s(invoiceIds)}))
      select f.id, json_agg(distinct m.booking_date) as days from family f, lateral (
        select booking_date from invoices where id in (f.id, f.root_id)
        union all select booking_date from invoices where credit_of_id = f.root_id and state = 'sent'
        union all select booking_date from commission_records where user_id = ${userId} and invoice_id in (f.id, f.root_id)) m
      group by f.id`.execute(query);
    return new Map(rows.map(({ id, days }) => [id, days]));
  },

  /** Credit memos of these invoices; if `changed_id` is itself a memo, the other memos of its original. */
  memosOf: async (invoiceIds: readonly number[]): Promise<ChangedMemo[]> => {
    const { rows } = await sql<ChangedMemo>`
      with recursive up(changed_id, id, credit_of_id) as (
        select i.id, i.id, i.credit_of_id from invoices i where i.id = any(${int8s(invoiceIds)})
        union select up.changed_id, i.id, i.credit_of_id from up join invoices i on i.id = up.credit_of_id
      ), family(changed_id, id, booking_date) as (
        select up.changed_id, i.id, i.booking_date from up join invoices i on i.credit_of_id = up.id and i.state = 'sent'
        union select f.changed_id, i.id, i.booking_date from family f join invoices i on i.credit_of_id = f.id and i.state = 'sent'
      )
      select id, changed_id, booking_date from family where id <> changed_id`.execute(query);
    return rows;
  },
});
