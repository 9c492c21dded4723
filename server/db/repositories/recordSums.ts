import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../contract/rules/period.ts';
import type { Schema } from '../schema.ts';
import type { StatusSums } from './commissionSums.ts';

/** By how much the company's sums of a day or month differ, for one status. */
export type SumsChange = StatusSums & Readonly<{ span: 'day' | 'month'; first_day: Day }>;
const sums = `positive_records, positive_net_cents, gross_cents, net_cents, base_cents, over_cents, amount_cents, adjustments_cents, paid_cents, due_cents`;
const summed = ['records', ...sums.split(', ')];
const replaced = summed.map((name) => `${name} = excluded.${name}`).join(', ');
const aggregated = `count(*), count(*) filter (where net_cents > 0), sum(greatest(net_cents, 0)), sum(gross_cents), sum(net_cents),
  sum(base_cents), sum(over_cents), sum(amount_cents), sum(adjustments_cents), sum(paid_cents), sum(due_cents)`;
const added = summed.map((name) => `${name} = company_sums.${name} + excluded.${name}`).join(', ');
const changeColumns = `span text, first_day date, status text, ${summed.map((name) => `${name} int8`).join(', ')}`;

/** Sums of commission records, equal to the raw sums at the end of each transaction. */
export const sumsOfRecords = (query: Kysely<Schema>) => ({
  /** Makes the sums of these people's months anew, out of the records. `month`: its first day. */
  rollUp: async (months: readonly Readonly<{ user_id: number; month: Day }>[]): Promise<void> => {
    await sql`
      with touched as (select * from jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as t(user_id int8, month date)),
      fresh as (
        select t.user_id, t.month, r.status, count(*) as records, count(*) filter (where r.net_cents > 0) as positive_records,
          coalesce(sum(r.net_cents) filter (where r.net_cents > 0), 0) as positive_net_cents, sum(r.gross_cents) as gross_cents,
          sum(r.net_cents) as net_cents, sum(r.base_cents) as base_cents, sum(r.over_cents) as over_cents, sum(r.amount_cents) as amount_cents,
          sum(r.adjustments_cents) as adjustments_cents, sum(r.paid_cents) as paid_cents, sum(r.due_cents) as due_cents
        from touched t join commission_records r on r.user_id = t.user_id and r.booking_date >= t.month
          and r.booking_date < t.month + interval '1 month'
        group by t.user_id, t.month, r.status
      ), gone as (
        delete from commission_months m using touched t where m.user_id = t.user_id and m.month = t.month
          and not exists (select 1 from fresh f where f.user_id = m.user_id and f.month = m.month and f.status = m.status)
      )
      insert into commission_months (user_id, month, status, records, ${sql.raw(sums)})
      select user_id, month, status, records, ${sql.raw(sums)} from fresh
      on conflict (user_id, month, status) do update set ${sql.raw(replaced)}`.execute(query);
  },

  /** Adds to the company's sums, always in the same order, so that no two transactions wait for each other: once a transaction. */
  addToCompany: async (changes: readonly SumsChange[]): Promise<void> => {
    const written = sql.raw(summed.join(', '));
    await sql`
      insert into company_sums (span, first_day, status, ${written})
      select span, first_day, status, ${written} from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c(${sql.raw(changeColumns)})
      order by span, first_day, status
      on conflict (span, first_day, status) do update set ${sql.raw(added)}`.execute(query);
  },

  /** Makes all sums anew out of all records: cheaper than month by month where most have changed. */
  sumAnew: async (): Promise<void> => {
    const [into, month] = [sql.raw(summed.join(', ')), sql`date_trunc('month', booking_date)::date`];
    for (const statement of [
      sql`delete from commission_months`,
      sql`delete from company_sums`,
      sql`insert into commission_months (user_id, month, status, ${into})
        select user_id, ${month}, status, ${sql.raw(aggregated)} from commission_records group by 1, 2, 3`,
      sql`insert into company_sums (span, first_day, status, ${into})
        select 'day', booking_date, status, ${sql.raw(aggregated)} from commission_records group by 2, 3`,
      sql`insert into company_sums (span, first_day, status, ${into})
        select 'month', date_trunc('month', first_day)::date, status, ${sql.raw(summed.map((name) => `sum(${name})`).join(', '))}
        from company_sums group by 2, 3`,
    ])
      await statement.execute(query);
  },
});
