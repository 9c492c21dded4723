import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FactNeed } from '../../../../contract/entities/event.ts';
import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { lacksHostSql, lacksInvoiceSql, lacksShiftSql, takesPlaceSql } from '../events/lacking.ts';
import { isCredit } from '../invoices/isCredit.ts';

export type OpenInvoiceNotice = Readonly<{ id: number; invoice_number: string; customer_name: string; due_date: Day; open_cents: number }>;
export type PaidInvoice = Readonly<{
  id: number;
  invoice_number: string;
  customer_name: string;
  /** Money only, without credits. */
  paid_cents: number;
  created_by: number | null;
}>;
/** A person with a record of an invoice. */
export type RecordHolder = Readonly<{ invoice_id: number; user_id: number; record_id: number; booking_date: Day }>;
/** An event with a missing fact; `people`: its salesperson and lead, if their names are unique. */
export type LackingEvent = Readonly<{ id: number; customer_name: string; activity: string | null; day: Day; people: readonly number[] }>;
export type UnreadyEvent = LackingEvent &
  Readonly<{
    open_review: boolean;
    open_tech_setup: boolean;
    open_pre_program_email: boolean;
    open_reminder_email: boolean;
  }>;
const name = (user: 'u' | 'o') => sql`lower(btrim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)}))`;
/** The people of event `e`. */
const people = sql`array(select u.id from users u where u.active and ${name('u')} in (lower(btrim(e.sales_person)), lower(btrim(e.sales_lead)))
  and not exists (select 1 from users o where o.id <> u.id and ${name('o')} = ${name('u')})) as people`;
const lackingConditions = { need_host: lacksHostSql, need_shift: lacksShiftSql, need_invoice: lacksInvoiceSql } as const;

const completedCents = (condition: RawBuilder<unknown>) => sql`(select coalesce(sum(p.amount_cents), 0)::int8 from customer_payments p
  where p.invoice_id = i.id and p.state = 'completed' and ${condition})`;
/** Payments, credits and other settlements. */
const settledCents = sql`(${completedCents(sql`true`)} + settled_of(i.id))`;
const paid = completedCents(sql`not (${isCredit})`);

/** Facts behind notices that no other repository reads (decisions 5.02). */
export const noticeCausesRepository = (query: Kysely<Schema>) => ({
  /** Sent, unpaid invoices due on these days, inclusive. `booked`: excludes those booked before the books begin. */
  unpaidDue: async ({
    from,
    to,
    booked: booksBegin,
  }: Readonly<{ from: Day; to: Day; booked: Day | null }>): Promise<OpenInvoiceNotice[]> => {
    const { rows } = await sql<OpenInvoiceNotice>`
      select i.id, i.invoice_number, i.customer_name, i.due_date, i.gross_cents - ${settledCents} as open_cents from invoices i
      where i.state = 'sent' and i.gross_cents > 0 and i.due_date between ${from}::date and ${to}::date
        and (${booksBegin}::date is null or i.booking_date >= ${booksBegin}::date) and ${settledCents} < i.gross_cents
      order by i.due_date, i.id`.execute(query);
    return rows;
  },

  /** The invoices among these that are paid in full; credits alone do not count as payment. */
  paidOf: async (ids: readonly number[]): Promise<PaidInvoice[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<PaidInvoice>`
      select i.id, i.invoice_number, i.customer_name, ${paid} as paid_cents, i.created_by from invoices i
      where i.id = any(${[...ids]}::int8[]) and i.state = 'sent' and i.gross_cents > 0 and ${settledCents} >= i.gross_cents and ${paid} <> 0 order by i.id`.execute(
      query,
    );
    return rows;
  },

  holders: async (ids: readonly number[]): Promise<RecordHolder[]> => {
    if (ids.length === 0) return [];
    const { rows } = await sql<RecordHolder>`
      select r.invoice_id, r.user_id, r.id as record_id, r.booking_date from commission_records r
      join users u on u.id = r.user_id and u.active where r.invoice_id = any(${[...ids]}::int8[]) order by r.id`.execute(query);
    return rows;
  },

  /**
   * Events with a missing fact that became due on a day after `after`; upcoming events also if they were added since.
   * @param days from the event's day to the due day; negative before the event
   */
  lackingSince: async (need: FactNeed, days: number, { after, today }: Readonly<{ after: Day; today: Day }>): Promise<LackingEvent[]> => {
    const hasArisen = sql`e.until_day between ${addDays(after, 1 - days)}::date and ${addDays(today, -days)}::date`;
    const wasAdded = sql`e.until_day between ${today}::date and ${addDays(after, -days)}::date and e.created_at >= ${after}::date`;
    const lackingCondition =
      need === 'need_invoice' ? hasArisen : sql`e.has_day and e.until_day >= ${today}::date and (${hasArisen} or ${wasAdded})`;
    const { rows } = await sql<LackingEvent>`
      select e.id, e.customer_name, e.activity, e.day, ${people} from events e
      where ${takesPlaceSql} and ${lackingConditions[need]} and e.day is not null and ${lackingCondition} order by e.day, e.id`.execute(
      query,
    );
    return rows;
  },

  /** Events of these days that are not ready. An open reminder alone does not count: it is only due in the last three days. */
  unreadyEvents: async (from: Day, to: Day): Promise<UnreadyEvent[]> => {
    const { rows } = await sql<UnreadyEvent>`
      select e.id, e.customer_name, e.activity, e.day, e.open_review, e.open_tech_setup, e.open_pre_program_email, e.open_reminder_email,
        ${people}
      from events e where e.until_day between ${from}::date and ${to}::date and e.day is not null
        and (e.open_review or e.open_tech_setup or e.open_pre_program_email)
      order by e.day, e.id`.execute(query);
    return rows;
  },
});
