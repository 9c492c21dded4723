import { type Kysely, sql } from 'kysely';
import type { CommissionStatus } from '../../../../contract/entities/commission.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { unnestRows } from '../../unnested.ts';
import { type SumsRow, sumColumns, sumExpressions, sumNames } from './sumColumns.ts';

/** The changes to the sums of one status, in the order of `sumColumns`. */
type StatusChange = Readonly<{ status: CommissionStatus; addends: readonly number[] }>;
/** Changes for a person's month (`month`: its first day), and for a day or month of the company. */
export type MonthChange = StatusChange & Readonly<{ user_id: number; month: Day }>;
export type CompanyChange = StatusChange & Readonly<{ span: 'day' | 'month'; first_day: Day }>;

const [names, totals] = [sql.raw(sumNames), sql.raw(sumExpressions)];
const types = Object.fromEntries(sumColumns.map((name) => [name, 'int8'])) as Record<keyof SumsRow, 'int8'>;
const columnPositions = new Map<string, number>(sumColumns.map((name, index) => [name, index]));
const cellOf = <Row extends StatusChange>(row: Row, name: string): unknown => {
  const index = columnPositions.get(name);
  return index === undefined ? row[name as keyof Row] : row.addends[index];
};
const addedColumnsOf = (table: string) => sql.raw(sumColumns.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', '));
const columnTotals = sql.raw(sumColumns.map((name) => `sum(${name})`).join(', '));

/** Sums of commission records; they equal the raw sums at the end of each transaction. */
export const sumsOfRecords = (query: Kysely<Schema>) => ({
  /** Adds to monthly totals; deletes months without records. */
  addToMonths: async (rows: readonly MonthChange[]): Promise<void> => {
    const { rows: months } = await sql<{ records: number }>`
      insert into commission_months (user_id, month, status, ${names})
      select user_id, month, status, ${names}
      from ${unnestRows(rows, { user_id: 'int8', month: 'date', status: 'text', ...types }, cellOf)} as c
      on conflict (user_id, month, status) do update set ${addedColumnsOf('commission_months')} returning records`.execute(query);
    if (months.some(({ records }) => records === 0))
      await sql`delete from commission_months where records = 0
        and user_id = any(${rows.map(({ user_id }) => user_id)}::int8[]) and month = any(${rows.map(({ month }) => month)}::date[])`.execute(
        query,
      );
  },

  /**
   * Adds to the company's sums in a fixed order, so that transactions cannot deadlock; once per transaction, near its end.
   * All writers share these rows, so a job must not yield after adding to them (`db/postgres/yieldingPlugin.ts`).
   */
  addToCompany: async (rows: readonly CompanyChange[]): Promise<void> => {
    await sql`
      insert into company_sums (span, first_day, status, ${names})
      select span, first_day, status, ${names}
      from ${unnestRows(rows, { span: 'text', first_day: 'date', status: 'text', ...types }, cellOf)} as c
      order by span, first_day, status
      on conflict (span, first_day, status) do update set ${addedColumnsOf('company_sums')}`.execute(query.withoutPlugins());
  },

  /** Rebuilds all sums from the records: cheaper than month by month if most have changed. */
  rebuildSums: async (): Promise<void> => {
    for (const statement of [
      sql`delete from commission_months`,
      sql`delete from company_sums`,
      sql`insert into commission_months (user_id, month, status, ${names})
        select user_id, date_trunc('month', booking_date)::date, status, ${totals} from commission_records group by 1, 2, 3`,
      sql`insert into company_sums (span, first_day, status, ${names})
        select 'day', booking_date, status, ${totals} from commission_records group by 2, 3`,
      sql`insert into company_sums (span, first_day, status, ${names})
        select 'month', date_trunc('month', first_day)::date, status, ${columnTotals} from company_sums group by 2, 3`,
    ])
      await statement.execute(query);
  },
});
