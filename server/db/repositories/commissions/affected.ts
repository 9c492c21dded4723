import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { idsWithMemos } from './releasing.ts';
import { everyLeader } from './teamReach.ts';

/** A person and booking day to recompute. */
export type AffectedRow = Readonly<{ user_id: number; day: Day }>;

/**
 * These records, and the same people's records of the related invoices, credit memos and originals: a payment of one affects the
 * others.
 */
const familiesOf = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with named as materialized (select x.user_id, x.booking_date, x.invoice_id, i.credit_of_id from commission_records x
    join invoices i on i.id = x.invoice_id where x.id in (${ids}))
  select user_id, booking_date as day from named
  union select r.user_id, r.booking_date from named n join invoices i on i.credit_of_id in (n.invoice_id, n.credit_of_id) or i.id = n.credit_of_id
    join commission_records r on r.invoice_id = i.id and r.user_id = n.user_id`;

/**
 * Records of the customer's other invoices, if one of these invoices is the customer's first and a plan pays by the customer's
 * age: adding, removing or moving the first invoice changes the age at all others.
 */
const invoicesOfSameCustomers = (ids: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select r.user_id, r.booking_date as day from invoices i
    join invoices x on lower(btrim(x.customer_name)) = lower(btrim(i.customer_name)) and x.id <> i.id
    join commission_records r on r.invoice_id = x.id
  where i.id = ${ids} and i.credit_of_id is null and exists (select 1 from general_settings where commissions_config like '%customer_months%')
    and not exists (select 1 from invoices y where lower(btrim(y.customer_name)) = lower(btrim(i.customer_name)) and y.id <> i.id
      and y.booking_date < i.booking_date and y.state = 'sent' and y.credit_of_id is null)`;

/** The people whose money depends on facts, both as recorded and as the facts are now. */
export const affectedRepository = (query: Kysely<Schema>) => ({
  /**
   * Includes a customer's other invoices if it is their first (`invoicesOfSameCustomers`), an invoice's memos, and a memo's original with
   * its other memos, because they are released together.
   */
  byInvoices: async (invoiceIds: readonly number[]): Promise<AffectedRow[]> => {
    const ids = sql`any(${[...invoiceIds]}::int8[])`;
    const { rows } = await sql<AffectedRow>`
      select user_id, booking_date as day from commission_records where invoice_id in ${idsWithMemos(sql`select unnest(${[...invoiceIds]}::int8[])`)}
      union select salesperson_id, booking_date from invoices where id = ${ids} and salesperson_id is not null
      union select sales_lead_id, booking_date from invoices where id = ${ids} and sales_lead_id is not null
      union select x.user_id, i.booking_date from invoices i join invoice_splits x on x.superseded_at is null and x.invoice_id in (i.id, i.credit_of_id)
        where i.id = ${ids}
      union select r.user_id, r.booking_date from commission_records r where r.invoice_id in ${idsWithMemos(
        sql`select credit_of_id from invoices where id = ${ids} and credit_of_id is not null`,
      )}
      union ${invoicesOfSameCustomers(ids)}
      union select a.user_id, i.booking_date from adjustments a join invoices i on i.id = a.related_invoice_id
        where a.origin = 'late_fact' and i.id = ${ids}`.execute(query);
    return rows;
  },

  /** Via invoices for these events, by link or by the number staff entered, and their credit memos. */
  byEvents: async (eventIds: readonly number[]): Promise<AffectedRow[]> => {
    const { rows } = await sql<AffectedRow>`
      with paid as (
        select invoice_id as id from links where event_id = any(${[...eventIds]}::int8[]) and invoice_id is not null and superseded_at is null
        union select i.id from events e join invoices i on i.invoice_number = e.invoice_id where e.id = any(${[...eventIds]}::int8[])
      )
      select r.user_id, r.booking_date as day from commission_records r join invoices i on i.id = r.invoice_id
      where i.id in (select id from paid) or i.credit_of_id in (select id from paid)`.execute(query);
    return rows;
  },

  /** Via the records of approved adjustments: pending ones and those without a record affect nobody. */
  byAdjustments: async (ids: readonly number[]): Promise<AffectedRow[]> => {
    const { rows } = await sql<AffectedRow>`
      ${familiesOf(sql`select commission_id from adjustments where id = any(${[...ids]}::int8[]) and state = 'approved'`)}`.execute(query);
    return rows;
  },

  /** The owners of won deals, on their closing days: bonuses may count won deals. */
  byDeals: async (ids: readonly number[]): Promise<AffectedRow[]> => {
    const { rows } = await sql<AffectedRow>`
      select distinct owner_id as user_id, closed_on as day from deals
      where id = any(${[...ids]}::int8[]) and state = 'won' and owner_id is not null and closed_on is not null`.execute(query);
    return rows;
  },

  byPayouts: async (ids: readonly number[]): Promise<AffectedRow[]> => {
    const { rows } = await sql<AffectedRow>`
      ${familiesOf(sql`select commission_id from payout_lines where payout_id = any(${[...ids]}::int8[])`)}`.execute(query);
    return rows;
  },

  /** Via invoices and records booked in a range of days. */
  bookedIn: async ({ start_date, end_date }: DateRange): Promise<AffectedRow[]> => {
    const days = sql`booking_date between ${start_date} and ${end_date}`;
    const { rows } = await sql<AffectedRow>`
      select user_id, booking_date as day from commission_records where ${days}
      union select r.user_id, i.booking_date from commission_records r join invoices i on i.id = r.invoice_id where r.${days}
      union select r.user_id, r.booking_date from commission_records r join invoices i on i.id = r.invoice_id where i.${days}
      union select salesperson_id, booking_date from invoices where ${days} and salesperson_id is not null
      union select sales_lead_id, booking_date from invoices where ${days} and sales_lead_id is not null
      union select x.user_id, booking_date from invoice_splits x join invoices i on i.id = x.invoice_id or i.credit_of_id = x.invoice_id
        where x.superseded_at is null and ${days}
      union select u.leader_id, booking_date from invoices i join ${everyLeader} u on u.user_id = i.salesperson_id
        where ${days}
      union select a.user_id, booking_date from adjustments a join invoices i on i.id = a.related_invoice_id
        where a.origin = 'late_fact' and ${days}`.execute(query);
    return rows;
  },

  /**
   * The person and all their managers, on every booking day in open months on which they may have records: their own, the person's sales
   * and leads, and the team's sales; plus the sellers whose lead the person is. In closed months only days from `since` on.
   * Also everybody with a proposal for a late fact about the person's sales in closed months, and the person's managers, because their
   * shares depend on each other.
   */
  byPerson: async (id: number, since: Day): Promise<AffectedRow[]> => {
    const isOpen = (day: string) => sql`(${sql.ref(day)} >= ${since}
      or not exists (select 1 from pay_periods where state = 'closed' and ${sql.ref(day)} between start_date and end_date))`;
    const { rows } = await sql<AffectedRow>`
      with people as (select id from users where id = ${id}
        union select leader_id from ${everyLeader} t where user_id = ${id})
      select distinct p.id as user_id, d.day from people p cross join (
        select booking_date as day from commission_records where user_id in (select id from people)
        union select booking_date from invoices where salesperson_id = ${id} or sales_lead_id = ${id}
        union select i.booking_date from invoice_splits x join invoices i on i.id = x.invoice_id or i.credit_of_id = x.invoice_id
          where x.user_id = ${id} and x.superseded_at is null
        union select i.booking_date from invoices i join ${everyLeader} t on t.user_id = i.salesperson_id where t.leader_id = ${id}
      ) as d
      where ${isOpen('d.day')}
      union select salesperson_id, booking_date from invoices
        where sales_lead_id = ${id} and salesperson_id is not null and ${isOpen('booking_date')}
      union select sales_lead_id, booking_date from invoices
        where salesperson_id = ${id} and sales_lead_id is not null and ${isOpen('booking_date')}
      union select x.user_id, i.booking_date from invoice_splits x join invoices i on i.id = x.invoice_id or i.credit_of_id = x.invoice_id
        where i.salesperson_id = ${id} and x.superseded_at is null and ${isOpen('i.booking_date')}
      union select w.user_id, i.booking_date from adjustments a join invoices i on i.id = a.related_invoice_id
        left join ${everyLeader} s on s.user_id = i.salesperson_id cross join lateral (values (a.user_id), (s.leader_id)) as w(user_id)
        where i.salesperson_id = ${id} and a.origin = 'late_fact' and a.state in ('pending', 'approved') and w.user_id is not null`.execute(
      query,
    );
    return rows;
  },
});
