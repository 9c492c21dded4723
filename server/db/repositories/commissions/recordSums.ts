import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import type { StatusSums } from './commissionSums.ts';
import { sumColumns, sumNames, sumsOfMany } from './sumColumns.ts';

/** By how much the company's sums of a day or month differ, for one status. */
export type SumsChange = StatusSums & Readonly<{ span: 'day' | 'month'; first_day: Day }>;

const [names, made] = [sql.raw(sumNames), sql.raw(sumsOfMany)];
const changes = sql.raw(`span text, first_day date, status text, ${sumColumns.map((name) => `${name} int8`).join(', ')}`);
const replaced = sql.raw(sumColumns.map((name) => `${name} = excluded.${name}`).join(', '));
const added = sql.raw(sumColumns.map((name) => `${name} = company_sums.${name} + excluded.${name}`).join(', '));
const summed = sql.raw(sumColumns.map((name) => `sum(${name})`).join(', '));

/** Sums of commission records, equal to the raw sums at the end of each transaction. */
export const sumsOfRecords = (query: Kysely<Schema>) => ({
  /** Makes the sums of these people's months again, from the records. `month`: its first day. */
  rollUp: async (months: readonly Readonly<{ user_id: number; month: Day }>[]): Promise<void> => {
    await sql`
      with touched as (select * from jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as t(user_id int8, month date)),
      fresh as (
        select r.user_id, month, status, ${made}
        from touched t join commission_records r on r.user_id = t.user_id and booking_date >= month and booking_date < month + interval '1 month'
        group by r.user_id, month, status
      ), gone as (
        delete from commission_months m using touched t where m.user_id = t.user_id and m.month = t.month
          and not exists (select 1 from fresh f where f.user_id = m.user_id and f.month = m.month and f.status = m.status)
      )
      insert into commission_months (user_id, month, status, ${names}) select user_id, month, status, ${names} from fresh
      on conflict (user_id, month, status) do update set ${replaced}`.execute(query);
  },

  /** Adds to the company's sums, always in the same order, so that no two transactions wait for each other: once a transaction. */
  addToCompany: async (rows: readonly SumsChange[]): Promise<void> => {
    await sql`
      insert into company_sums (span, first_day, status, ${names})
      select span, first_day, status, ${names} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(${changes})
      order by span, first_day, status
      on conflict (span, first_day, status) do update set ${added}`.execute(query);
  },

  /** Makes all sums again from all records: cheaper than month by month where most have changed. */
  rebuildSums: async (): Promise<void> => {
    for (const statement of [
      sql`delete from commission_months`,
      sql`delete from company_sums`,
      sql`insert into commission_months (user_id, month, status, ${names})
        select user_id, date_trunc('month', booking_date)::date, status, ${made} from commission_records group by 1, 2, 3`,
      sql`insert into company_sums (span, first_day, status, ${names})
        select 'day', booking_date, status, ${made} from commission_records group by 2, 3`,
      sql`insert into company_sums (span, first_day, status, ${names})
        select 'month', date_trunc('month', first_day)::date, status, ${summed} from company_sums group by 2, 3`,
    ])
      await statement.execute(query);
  },
});
