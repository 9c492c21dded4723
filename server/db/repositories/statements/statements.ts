import { type Kysely, sql } from 'kysely';
import type { AdjustmentKind } from '../../../../contract/entities/adjustment.ts';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import type { Schema } from '../../schema/index.ts';
import { dueStandaloneCents } from '../payouts/alone.ts';
import { roleAt } from '../people/roleAt.ts';

export type StatementRecord = Readonly<{
  id: number;
  /** For a credit memo: the number of the invoice it reverses. */
  memo_of: string | null;
  invoice_number: string;
  customer_name: string;
  booking_date: string;
  net_cents: number;
  base_cents: number;
  over_cents: number;
  amount_cents: number;
  parts: readonly { net: number; rate: number }[];
  status: CommissionStatus;
  credit: 'sale' | 'lead' | 'override';
  share_ppm: number;
  plan_id: string;
  config_version: number;
}>;
export type StatementAdjustment = Readonly<{
  invoice_number: string;
  effective_date: string;
  reason: string;
  amount_cents: number;
  origin: string;
  kind: AdjustmentKind | null;
}>;
export type StatementPayout = Readonly<{ paid_on: string; method: string; reference: string | null; amount_cents: number }>;
export type StatementJobFacts = Readonly<{
  company: string;
  first_name: string;
  last_name: string;
  email: string;
  role: Role;
  territory: string | null;
  earned_before: number;
  adjusted_before: number;
  paid_before: number;
  records: readonly StatementRecord[];
  adjustments: readonly StatementAdjustment[];
  payouts: readonly StatementPayout[];
  /** Cents released but not paid out, for records booked up to the end of the range. */
  due: number;
  /** First days of the open months, from the person's first record to the end of the range. */
  open_months: readonly string[];
}>;

/** The facts behind a commission statement. */
export const statementsRepository = (query: Kysely<Schema>) => ({
  count: async (userId: number, from: string, to: string): Promise<number> => {
    const { rows } = await sql<{ records: number }>`
      select count(*)::int8 as records from commission_records where user_id = ${userId} and booking_date between ${from} and ${to}`.execute(
      query,
    );
    return rows[0]?.records ?? 0;
  },

  /** In one statement, so that everything is from the same moment. @returns undefined if the person does not exist */
  facts: async (userId: number, from: string, to: string, today: string): Promise<StatementJobFacts | undefined> => {
    const { rows } = await sql<StatementJobFacts>`
      select s.company_name as company, u.first_name, u.last_name, u.email, u.territory,
        coalesce((${roleAt(sql`u.id`, sql`${to}::date`)}), u.role) as role,
        (select coalesce(sum(amount_cents), 0)::bigint from commission_records where user_id = u.id and booking_date < ${from}) as earned_before,
        (select coalesce(sum(amount_cents), 0)::bigint from adjustments
          where user_id = u.id and state = 'approved' and effective_date < ${from}) as adjusted_before,
        -- A draw pays no record, so the balances leave it out (decisions 2.08).
        (select coalesce(sum(amount_cents - drawn_cents + recovered_cents), 0)::bigint from payouts
          where user_id = u.id and state = 'completed' and paid_on < ${from}) as paid_before,
        (select coalesce(sum(due_cents), 0)::bigint from (
          select due_cents from commission_records where user_id = u.id and booking_date <= ${to}
          union all
          -- Without a record an adjustment is due from its day on, less what was paid out on it.
          select ${dueStandaloneCents} from adjustments a where a.user_id = u.id and a.state = 'approved' and a.commission_id is null
            and a.effective_date <= least(${to}::date, ${today}::date)) owed) as due,
        (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
          select c.id, (select o.invoice_number from invoices o where o.id = i.credit_of_id) as memo_of, c.invoice_number, i.customer_name, c.booking_date, c.net_cents, c.base_cents, c.over_cents, c.amount_cents, c.parts, c.status, c.credit, c.share_ppm,
            c.plan_id, c.config_version
          from commission_records c join invoices i on i.id = c.invoice_id
          where c.user_id = u.id and c.booking_date between ${from} and ${to}
          order by c.booking_date, c.invoice_number, c.id) r) as records,
        (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
          select coalesce(i.invoice_number, '') as invoice_number, a.effective_date, a.reason, a.amount_cents, a.origin, a.kind
          from adjustments a left join invoices i on i.id = a.related_invoice_id
          where a.user_id = u.id and a.state = 'approved' and a.effective_date between ${from} and ${to}
          order by a.effective_date, a.id) r) as adjustments,
        (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
          select paid_on, method, reference, amount_cents - drawn_cents + recovered_cents as amount_cents from payouts
          where user_id = u.id and state = 'completed' and paid_on between ${from} and ${to}
          order by paid_on, id) r) as payouts,
        (select coalesce(jsonb_agg(m.month::date order by m.month), '[]')
          from generate_series(
            least(date_trunc('month', ${from}::date::timestamp),
              (select date_trunc('month', min(booking_date)::timestamp) from commission_records where user_id = u.id)),
             ${to}::date::timestamp, interval '1 month') m(month)
          where not exists (select 1 from pay_periods p where p.start_date = m.month::date and p.state = 'closed')) as open_months
      from general_settings s, users u where u.id = ${userId}`.execute(query);
    return rows[0];
  },
});
