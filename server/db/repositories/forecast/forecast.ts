import { type Kysely, sql } from 'kysely';
import type { UnreleasedRow } from '../../../../contract/rules/commission/releaseOutlook.ts';
import { type AgedCents, ageStarts } from '../../../../contract/rules/forecast/receivables.ts';
import { addDays, type Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { originalJoin, releaseColumns } from '../commissions/releasing.ts';
import { isUnapplied } from '../payments/receipts.ts';
import { dueStandaloneCents } from '../payouts/alone.ts';

/** A record that is not fully released, with its customer. */
export type UnreleasedRecord = UnreleasedRow &
  Readonly<{ customer_id: number | null; released_cents: number; plan_id: string; config_version: number }>;
/** Medians in days over a customer's paid invoices, or over all customers' if `customer_id` is null and `everyone` true. */
export type HabitRow = Readonly<{
  customer_id: number | null;
  everyone: boolean;
  invoices: number;
  late: number | null;
  term: number | null;
}>;
export type ReceivableRow = AgedCents & Readonly<{ customer_id: number | null; customer_name: string; invoices: number }>;
/** `total`: the sum of all customers. */
export type Receivables = Readonly<{ total: AgedCents & Readonly<{ invoices: number }>; customers: readonly ReceivableRow[] }>;
const noReceivables: Receivables['total'] = { invoices: 0, not_due: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0 };
export type UnappliedSum = Readonly<{ cents: number; receipts: number }>;

const HABIT_DAYS = 730;

const { days_1_30, days_31_60, days_61_90, over_90 } = ageStarts;
const agedCents = (minDays: number, maxDays: number | null) =>
  sql`coalesce(sum(open) filter (where age >= ${minDays} ${maxDays === null ? sql`` : sql`and age < ${maxDays}`}), 0)::int8`;

/** Expected commission, and open invoices (decisions 2.30). */
export const forecastRepository = (query: Kysely<Schema>) => ({
  /** Due and not paid out: records, and adjustments without a record. */
  due: async (today: Day): Promise<number> => {
    const { rows } = await sql<{ cents: number }>`
      select (coalesce((select sum(due_cents) from commission_months), 0) + coalesce((
        select sum(${dueStandaloneCents}) from adjustments a
        where a.state = 'approved' and a.commission_id is null and a.effective_date <= ${today}), 0))::int8 as cents`.execute(query);
    return rows[0]?.cents ?? 0;
  },

  /** Everybody's unreleased records, found by person-months that may have some, so that not all records are read. */
  unreleased: async (): Promise<UnreleasedRecord[]> => {
    const { rows } = await sql<UnreleasedRecord>`
      select i.customer_id, r.booking_date, r.amount_cents + r.adjustments_cents as earned_cents, r.released_cents, i.gross_cents,
        case when o.id is null then i.due_date else (select due_date from invoices where id = o.id) end as due_date, r.plan_id, r.config_version,
        h.id is not null as held, h.release_on as held_until, ${releaseColumns(sql`r.user_id`)}
      from (select distinct user_id, month from commission_months where status <> 'paid') m cross join lateral (
        select * from commission_records where user_id = m.user_id
          and booking_date between m.month and (m.month + interval '1 month' - interval '1 day')::date offset 0) r
      join invoices i on i.id = r.invoice_id
      left join record_holds h on h.commission_id = r.id and h.released_at is null left join ${originalJoin} on true
      where r.amount_cents + r.adjustments_cents <> r.released_cents`.execute(query);
    return rows;
  },

  habits: async (today: Day): Promise<HabitRow[]> => {
    const { rows } = await sql<HabitRow>`
      with paid as (
        select i.customer_id, i.due_date, i.booking_date, max(p.payment_date) as paid_on
        from invoices i join customer_payments p on p.invoice_id = i.id and p.state = 'completed' and p.payment_date <= ${today}
        where i.state = 'sent' and i.credit_of_id is null and i.gross_cents > 0
          and i.booking_date between ${addDays(today, -HABIT_DAYS)} and ${today}
        group by i.id having sum(p.amount_cents) >= i.gross_cents
      )
      select customer_id, grouping(customer_id) = 1 as everyone, count(*)::int as invoices,
        percentile_disc(0.5) within group (order by paid_on - due_date) as late,
        percentile_disc(0.5) within group (order by paid_on - booking_date) as term
      from paid group by grouping sets ((customer_id), ())`.execute(query);
    return rows;
  },

  /** Open balances by days since the due day: of all customers, and of those with the largest balances. */
  receivables: async (today: Day, maxCustomers: number): Promise<Receivables> => {
    const { rows } = await sql<ReceivableRow & Readonly<{ all_customers: boolean }>>`
      select min(customer_id) as customer_id, customer_name, grouping(customer_name) = 1 as all_customers, count(*)::int as invoices,
        coalesce(sum(open) filter (where age is null or age < ${days_1_30}), 0)::int8 as not_due,
        ${agedCents(days_1_30, days_31_60)} as days_1_30, ${agedCents(days_31_60, days_61_90)} as days_31_60,
        ${agedCents(days_61_90, over_90)} as days_61_90, ${agedCents(over_90, null)} as over_90
      from (
        select i.customer_id, i.customer_name, ${today}::date - b.due_date as age, b.open_cents as open
        from invoice_balances b join invoices i on i.id = b.invoice_id where b.open_cents > 0
      ) balances group by grouping sets ((customer_name), ())
      order by all_customers desc, sum(open) desc, customer_name limit ${maxCustomers + 1}`.execute(query);
    const [total, ...customers] = rows;
    return { total: total ?? noReceivables, customers };
  },

  /** Customers' money that is applied to no invoice. */
  unapplied: async (): Promise<UnappliedSum> => {
    const { rows } = await sql<UnappliedSum>`
      select coalesce(sum(open), 0)::int8 as cents, count(*)::int as receipts from (
        select r.amount_cents - coalesce((select sum(amount_cents) from customer_payments where receipt_id = r.id), 0) as open
        from receipts r where ${isUnapplied}
      ) receipts`.execute(query);
    return rows[0] ?? { cents: 0, receipts: 0 };
  },
});
