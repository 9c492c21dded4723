import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { dueStandaloneCents } from '../payouts/alone.ts';

/** A person's month and the previous one, in cents. `largest`: the record that earns most; `due`: released and unpaid at its end. */
export type ReviewedPerson = Readonly<{
  user_id: number;
  first_name: string;
  last_name: string;
  records: number;
  amount: number;
  adjusted: number;
  before: number;
  /** Totals of the six months before it, including the previous one. */
  last: readonly number[];
  overpaid: number;
  largest: number;
  largest_id: number | null;
  due: number;
  under_way: number;
}>;
export type ReviewAdjustment = Readonly<{
  id: number;
  first_name: string;
  last_name: string;
  author: string;
  amount_cents: number;
  reason: string;
  day: Day;
}>;
export type WaitingQuestion = Readonly<{
  id: number;
  record_id: number;
  first_name: string;
  last_name: string;
  invoice_number: string;
  day: Day;
}>;
export type UnassignedInvoice = Readonly<{
  id: number;
  invoice_number: string;
  customer_name: string;
  net_cents: number;
  booking_date: Day;
}>;
export type Signature = Readonly<{ month: Day; user_id: number; name: string; signed_at: string; stands: boolean }>;
export type PeriodViewer = Readonly<{ user_id: number; name: string; looked_at: string }>;

/** A hash over everybody's amounts of month `m.month`: the figures that a signature covers. */
const figuresOf = (month: ReturnType<typeof sql>) => sql`(
  select encode(sha256(convert_to(coalesce(string_agg(p.user_id || ' ' || p.cents, ',' order by p.user_id), ''), 'UTF8')), 'hex') from (
    select user_id, sum(cents) as cents from (
      select user_id, amount_cents as cents from commission_months where month = ${month}
      union all select user_id, amount_cents from adjustments
        where state = 'approved' and effective_date >= ${month} and effective_date < ${month} + interval '1 month'
    ) c group by user_id) p)`;

const MAX_CHANGES = 50;

/** The review before a month is closed, and who viewed it (decisions 2.11). */
export const reviewsRepository = (query: Kysely<Schema>) => ({
  people: async (month: Day, before: Day, end: Day): Promise<ReviewedPerson[]> => {
    const { rows } = await sql<ReviewedPerson>`
      with earned as (
        select user_id, coalesce(sum(records) filter (where month = ${month}), 0)::int8 as records,
          coalesce(sum(amount_cents) filter (where month = ${month}), 0) as amount,
          coalesce(sum(amount_cents) filter (where month = ${before}), 0) as amount_before,
          coalesce(sum(records) filter (where month = ${month} and status = 'over_paid'), 0)::int8 as overpaid, sum(due_cents) as due
        from commission_months where month <= ${month} group by 1
      ), adjusted as (
        select user_id, coalesce(sum(amount_cents) filter (where effective_date >= ${month}), 0) as adjusted,
          coalesce(sum(amount_cents) filter (where effective_date < ${month}), 0) as adjusted_before
        from adjustments where state = 'approved' and effective_date between ${before} and ${end} group by 1
      ), single as (
        select a.id, a.user_id, ${dueStandaloneCents} as due from adjustments a where a.state = 'approved' and a.commission_id is null and a.effective_date <= ${end}
      ), alone as (
        select user_id, sum(due) as due from single group by 1
      ), held as (
        select c.user_id, c.due_cents as due, sum(l.amount_cents) as cents from payouts p join payout_lines l on l.payout_id = p.id
          join commission_records c on c.id = l.commission_id
          where p.state in ('pending', 'processing') and c.booking_date <= ${end} group by c.id
        union all select a.user_id, a.due, sum(l.amount_cents) from payouts p join payout_adjustments l on l.payout_id = p.id
          join single a on a.id = l.adjustment_id where p.state in ('pending', 'processing') group by a.id, a.user_id, a.due
      ), paying as (
        -- What a line holds above what is still due pays nothing of it, as in a payout run.
        select user_id, sum(least(greatest(cents, least(due, 0)), greatest(due, 0))) as cents from held group by 1
      )
      select u.id as user_id, u.first_name, u.last_name, coalesce(e.records, 0)::int8 as records, coalesce(e.amount, 0)::int8 as amount,
        coalesce(a.adjusted, 0)::int8 as adjusted, (coalesce(e.amount_before, 0) + coalesce(a.adjusted_before, 0))::int8 as before,
        array(select (coalesce((select sum(amount_cents) from commission_months c where c.user_id = u.id and c.month = m.day), 0)
            + coalesce((select sum(amount_cents) from adjustments x where x.user_id = u.id and x.state = 'approved'
              and x.effective_date >= m.day and x.effective_date < m.day + interval '1 month'), 0))::float8
          from (select (${month}::date - make_interval(months => back))::date as day from generate_series(1, 6) back) m) as last,
        coalesce(e.overpaid, 0)::int8 as overpaid, coalesce(r.amount_cents, 0)::int8 as largest, r.id as largest_id,
        (coalesce(e.due, 0) + coalesce(o.due, 0))::int8 as due, coalesce(p.cents, 0)::int8 as under_way
      from users u left join earned e on e.user_id = u.id left join adjusted a on a.user_id = u.id left join alone o on o.user_id = u.id
      left join paying p on p.user_id = u.id
      left join lateral (select id, amount_cents from commission_records where user_id = u.id and booking_date between ${month} and ${end}
        order by amount_cents desc, id limit 1) r on true
      where coalesce(e.records, 0) <> 0 or coalesce(a.adjusted, 0) <> 0 or coalesce(e.amount_before, 0) + coalesce(a.adjusted_before, 0) <> 0
        or coalesce(e.due, 0) + coalesce(o.due, 0) <> 0
      order by u.last_name, u.first_name, u.id`.execute(query);
    return rows;
  },

  waitingAdjustments: async (from: Day, to: Day): Promise<ReviewAdjustment[]> => {
    const { rows } = await sql<ReviewAdjustment>`
      select a.id, u.first_name, u.last_name, c.first_name || ' ' || c.last_name as author, a.amount_cents, a.reason, a.effective_date as day
      from adjustments a join users u on u.id = a.user_id join users c on c.id = a.created_by
      where a.state = 'pending' and a.effective_date between ${from} and ${to} order by abs(a.amount_cents) desc, a.id limit ${MAX_CHANGES}`.execute(
      query,
    );
    return rows;
  },

  waitingQuestions: async (from: Day, to: Day): Promise<WaitingQuestion[]> => {
    const { rows } = await sql<WaitingQuestion>`
      select d.id, r.id as record_id, u.first_name, u.last_name, r.invoice_number, r.booking_date as day
      from disputes d join commission_records r on r.id = d.commission_id join users u on u.id = r.user_id
      where d.state in ('open', 'in_review') and r.booking_date between ${from} and ${to} order by d.id limit ${MAX_CHANGES}`.execute(
      query,
    );
    return rows;
  },

  unassigned: async (from: Day, to: Day): Promise<UnassignedInvoice[]> => {
    const { rows } = await sql<UnassignedInvoice>`
      select id, invoice_number, customer_name, net_cents, booking_date from invoices
      where salesperson_id is null and state = 'sent' and booking_date between ${from} and ${to} order by booking_date, id limit ${MAX_CHANGES}`.execute(
      query,
    );
    return rows;
  },

  listViewers: async (month: Day): Promise<PeriodViewer[]> => {
    const { rows } = await sql<PeriodViewer>`select l.user_id, u.first_name || ' ' || u.last_name as name, l.looked_at
      from period_looks l join users u on u.id = l.user_id where l.month = ${month} order by l.looked_at desc`.execute(query);
    return rows;
  },

  addViewer: async (month: Day, userId: number, now: Date): Promise<void> => {
    await sql`insert into period_looks (month, user_id, looked_at) values (${month}, ${userId}, ${now.toISOString()})
      on conflict (month, user_id) do update set looked_at = excluded.looked_at`.execute(query);
  },

  /** Signatures of these months; `stands`: the amounts are still those that were signed. */
  signatures: async (months: readonly Day[]): Promise<Signature[]> => {
    if (months.length === 0) return [];
    const { rows } = await sql<Signature>`
      select s.month, s.user_id, u.first_name || ' ' || u.last_name as name, s.signed_at, s.figures = f.figures as stands
      from period_signatures s join users u on u.id = s.user_id
      join (select m.month, ${figuresOf(sql`m.month`)} as figures from unnest(${[...months]}::date[]) as m(month)) f on f.month = s.month
      order by s.signed_at, s.user_id`.execute(query);
    return rows;
  },

  sign: async (month: Day, userId: number, now: Date): Promise<void> => {
    await sql`insert into period_signatures (month, user_id, figures, signed_at)
      select m.month, ${userId}, ${figuresOf(sql`m.month`)}, ${now.toISOString()} from (select ${month}::date as month) m
      on conflict (month, user_id) do update set figures = excluded.figures, signed_at = excluded.signed_at`.execute(query);
  },

  /** A restarted review has to be viewed and signed again. */
  forget: async (month: Day): Promise<void> => {
    await sql`delete from period_signatures where month = ${month}`.execute(query);
    await sql`delete from period_looks where month = ${month}`.execute(query);
  },
});
