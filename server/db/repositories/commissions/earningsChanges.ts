import { type Kysely, sql } from 'kysely';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

import { type Owners, ownedBy } from './owners.ts';

export const changeKinds = ['bookings', 'memos', 'adjusted', 'voided', 'recalculated'] as const;
export type ChangeKind = (typeof changeKinds)[number];
/** A record or adjustment that contributes to a sum of changes. */
export type ChangePart = Readonly<{ kind: 'record' | 'adjustment'; id: number; label: string; date: Day; amount: number }>;
/** A part together with the count and the total cents of its kind. */
export type ChangePartRow = ChangePart & Readonly<{ step: ChangeKind; count: number; cents: number }>;

/** Changes to the records of a range since an instant. */
export const earningsChangesRepository = (query: Kysely<Schema>) => ({
  /**
   * The largest parts of each kind of change.
   * @param at changes before this instant are left out
   * @param since for questions by day, the last day before it: anything booked later is new, whenever it was recorded
   */
  since: async (range: DateRange, owners: Owners, at: string, since: Day | null, maxRows: number): Promise<ChangePartRow[]> => {
    const ownership = ownedBy(owners);
    const isLater =
      since === null
        ? sql``
        : sql`select id from commission_records where booking_date between ${range.start_date} and ${range.end_date}
          and booking_date > ${since} ${ownership} union`;
    const days = sql`between ${range.start_date} and ${range.end_date}`;
    const { rows } = await sql<ChangePartRow>`
      with noted as (
        select commission_id, booking_date, before_cents, after_cents from amount_history where at >= ${at} and booking_date ${days} ${ownership}
      ), made as (
        select r.id, r.invoice_number, r.booking_date, r.amount_cents, i.credit_of_id
        from commission_records r join invoices i on i.id = r.invoice_id
        where r.id in (
          ${isLater} select commission_id from noted where before_cents is null
        )
      ), adjusted as (
        select id, reason, effective_date, amount_cents, state from adjustments where effective_date ${days} ${ownership}
          and ((state = 'approved' and decided_at >= ${at}) or (state = 'void' and decided_at < ${at} and updated_at >= ${at}))
      ), recalculated as (
        select commission_id as id, max(booking_date) as date, sum(coalesce(after_cents, 0) - coalesce(before_cents, 0))::int8 as amount
        from noted where commission_id not in (select id from made) group by 1
      ), parts as (
        select case when credit_of_id is null then 'bookings' else 'memos' end as step, 'record' as kind, id, invoice_number as label,
          booking_date as date, amount_cents as amount from made
        union all select case state when 'approved' then 'adjusted' else 'voided' end, 'adjustment', id, reason, effective_date,
          case state when 'approved' then amount_cents else -amount_cents end from adjusted
        union all select 'recalculated', 'record', c.id, coalesce(r.invoice_number, ''), c.date, c.amount
          from recalculated c left join commission_records r on r.id = c.id
      )
      select s.step, s.count, s.cents, p.kind, p.id, p.label, p.date, p.amount
      from (select step, count(*) as count, sum(amount)::int8 as cents from parts group by step) s
      cross join lateral (
        select * from parts where parts.step = s.step order by abs(amount) desc, id limit ${maxRows}
      ) p order by s.step, abs(p.amount) desc, p.id`.execute(query);
    return rows;
  },
});
