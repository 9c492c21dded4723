import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CostBreakdown } from '../../../../contract/entities/forecast.ts';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { monthParts } from '../commissions/commissionSums.ts';
import { territoryDayOf } from '../people/territoryStays.ts';

/** Cents by group; `label` is null if the group has no name. */
export type CostRow = Readonly<{ key: string; label: string | null; commission: number; revenue: number }>;

/** `f` is the amount with its invoice `i`, `u` its person and `p` the person on its day. */
const groups: Readonly<Record<CostBreakdown, Readonly<{ key: RawBuilder<unknown>; label: RawBuilder<unknown> }>>> = {
  person: { key: sql`u.id::text`, label: sql`u.first_name || ' ' || u.last_name` },
  role: { key: sql`p.role`, label: sql`p.role` },
  territory: { key: sql`p.territory`, label: sql`p.territory` },
  customer_type: { key: sql`i.customer_type`, label: sql`i.customer_type` },
  product: { key: sql`e.activity_type`, label: sql`e.activity_type` },
};

const records = (condition: RawBuilder<unknown>) => sql`
  select r.user_id, r.invoice_id, ${sql.raw(territoryDayOf('r'))} as day, r.amount_cents as commission,
    case r.credit when 'override' then 0 else r.net_cents end as revenue
  from commission_records r where ${condition}`;

/**
 * The records of a range. Groups of people read whole months from stored sums: everybody's, or those of people with a single role and
 * territory, because a sale counts under the role and territory of its day.
 */
const bookings = (by: CostBreakdown, range: DateRange): RawBuilder<unknown> => {
  const within = ({ start_date, end_date }: DateRange) => sql`r.booking_date between ${start_date} and ${end_date}`;
  if (by === 'customer_type' || by === 'product') return records(within(range));
  const { from, to, head, tail } = monthParts(range);
  const changed = sql`(select user_id from user_past)`;
  const months = sql`
    select user_id, null::int8, month, amount_cents, net_cents - override_cents from commission_months
    where month >= ${from} and month < ${to} ${by === 'person' ? sql`` : sql`and user_id not in ${changed}`}`;
  const ofChanged = records(sql`r.user_id = any(array${changed}) and r.booking_date >= ${from} and r.booking_date < ${to}`);
  return sql`
    ${records(within(head))} union all ${records(within(tail))} union all ${months} ${by === 'person' ? sql`` : sql`union all ${ofChanged}`}`;
};

/** Looked up per invoice: for `not exists`, the planner reads all records, for a month too. */
const isUncredited = sql`(select 1 from commission_records r where r.invoice_id = i.id and r.credit <> 'override' limit 1) is null`;

/** Commission and the revenue that it was paid for, by group (decisions 2.30). */
export const commissionCostsRepository = (query: Kysely<Schema>) => ({
  /**
   * The commission of bookings in a range with the adjustments in effect in it, and the revenue of all sent invoices, each cent
   * counted once: override records add none, and an invoice that nobody is credited with adds its revenue to the group without a
   * key. A product is the activity of the first event that names the invoice.
   */
  costs: async (by: CostBreakdown, { start_date, end_date }: DateRange): Promise<CostRow[]> => {
    const { key, label } = groups[by];
    const { rows } = await sql<CostRow>`
      select coalesce(${key}, '') as key, ${label} as label, sum(f.commission)::int8 as commission, sum(f.revenue)::int8 as revenue
      from (
        ${bookings(by, { start_date, end_date })}
        union all
        select a.user_id, coalesce(r.invoice_id, a.related_invoice_id), a.effective_date, a.amount_cents, 0
        from adjustments a left join commission_records r on r.id = a.commission_id
        where a.state = 'approved' and a.effective_date between ${start_date} and ${end_date}
        union all
        select null, i.id, i.booking_date, 0, i.net_cents from invoices i
        where i.state = 'sent' and i.booking_date between ${start_date} and ${end_date}
          and ${isUncredited}
      ) f
      left join users u on u.id = f.user_id
      left join people_over_time p on p.user_id = f.user_id and f.day between p.from_day and p.to_day
      left join invoices i on i.id = f.invoice_id
      ${
        by === 'product'
          ? sql`left join (select distinct on (invoice_id) invoice_id as number, activity_type from events
        where invoice_id is not null order by invoice_id, day, id) e on e.number = i.invoice_number`
          : sql``
      }
      group by 1, 2 order by sum(f.commission) desc, 1`.execute(query);
    return rows;
  },
});
