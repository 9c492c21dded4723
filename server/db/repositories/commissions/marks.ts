import { type Kysely, sql } from 'kysely';
import type { AuditCause } from '../../../../contract/entities/audit.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import { countPendingMonths } from './countPendingMonths.ts';
import { ALL_DAYS, type PersonRange, rangeRows } from './facts.ts';
import { hasReach, leadersBy, type TeamReach } from './teamReach.ts';

/** The actor and cause of a run. `periods`: how many quota periods it marked, if its progress is shown. */
export type NewRun = Readonly<{
  actor_id: number;
  network: string;
  request_id: string;
  cause: string | null;
  cause_facts: AuditCause | null;
  quiet: boolean;
  periods: number;
}>;
export type MarkRunRow = NewRun & Readonly<{ id: number; at: string }>;
/** Marks of rank 0 are computed first, because a user is waiting. */
export type Rank = 0 | 1;
export type MarkDay = Readonly<{ user_id: number; day: Day }>;
/** Equal marks combined. */
export type MergedMark = MarkDay & Readonly<{ rank: Rank; run_id: number }>;

export type OpenMonth = Readonly<{ user_id: number; role: Role; month: Day }>;
/** Number of people with pending computations in a month. */
export type PendingMonth = Readonly<{ month: Day; people: number }>;
/** Quota periods computed (`done`) out of `total`, since when. */
export type Progress = Readonly<{ total: number; done: number; at: string }>;

/** Columns used in queries on imported tables: sampling all columns takes three times as long, and other statements wait. */
const analyzedColumns = Object.entries({
  invoices: 'id, invoice_number, booking_date, salesperson_id, sales_lead_id, credit_of_id, customer_id, state, connection_id, external_id',
  customer_payments: 'id, invoice_id, receipt_id, payment_date, state',
  commission_records: 'id, user_id, booking_date, invoice_id, status',
});

/** Person-days still to be computed; rows are only appended, and deleted by the job that computes them. */
export const marksRepository = (query: Kysely<Schema>) => ({
  addRun: async ({ cause_facts, ...run }: NewRun, now: Date): Promise<number> => {
    const row = await query
      .insertInto('recompute_runs')
      .values({ ...run, cause_facts: JSON.stringify(cause_facts), at: now.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  runs: async (ids: readonly number[]): Promise<MarkRunRow[]> => {
    const { rows } = await sql<MarkRunRow>`
      select id, actor_id, network, request_id, cause, cause_facts, quiet, periods, at from recompute_runs
      where id = any(${[...ids]}::int8[])`.execute(query);
    return rows;
  },

  /** Finished runs started by upgrades: people affected and the change in pay. Returned once; null if all were returned. */
  takeUnannounced: async (): Promise<Readonly<{ id: number; people: number; cents: number }> | null> => {
    const { rows } = await sql<{ id: number }>`
      update recompute_runs set untold = false where untold and not exists (
        select 1 from marks m join recompute_runs r on r.id = m.run_id where r.untold) returning id`.execute(query);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return null;
    const { rows: movedRows } = await sql<{ people: number; cents: number }>`
      select count(distinct after ->> 'user_id')::int as people,
        coalesce(sum((after ->> 'amount_cents')::int8 - (before ->> 'amount_cents')::int8), 0)::int8 as cents
      from audit_log where entity = 'recompute_run' and entity_id = any(${ids.map(String)}::text[])
        and (after ->> 'amount_cents')::int8 <> (before ->> 'amount_cents')::int8`.execute(query);
    return { id: Math.max(...ids), people: movedRows[0]?.people ?? 0, cents: movedRows[0]?.cents ?? 0 };
  },

  /** Extends the time a run is expected to write, in seconds by the database's clock; 0: it has finished. */
  keepWriting: async (runId: number, seconds: number): Promise<void> => {
    const writingUntil = seconds === 0 ? sql`null` : sql`now() + make_interval(secs => ${seconds})`;
    await sql`update recompute_runs set writing_until = ${writingUntil} where id = ${runId}`.execute(query);
  },

  isWriting: async (): Promise<boolean> =>
    (await sql`select 1 from recompute_runs where writing_until > now() limit 1`.execute(query)).rows.length > 0,

  add: async (days: readonly MarkDay[], rank: Rank, runId: number, now: Date): Promise<void> => {
    await sql`
      insert into marks (user_id, day, rank, run_id, at)
      select user_id, day, ${rank}, ${runId}, ${now.toISOString()}
      from unnest(${days.map(({ user_id }) => user_id)}::int8[], ${days.map(({ day }) => day)}::date[]) as m(user_id, day)`.execute(query);
  },

  /** The next days to compute: lower rank first, then the oldest day. `rank`: the highest rank to include. */
  next: async (maxRows: number, exceptUsers: readonly number[], rank: Rank = 1): Promise<(MarkDay & { rank: Rank })[]> => {
    const { rows } = await sql<MarkDay & { rank: Rank }>`
      select distinct rank, day, user_id from marks where rank <= ${rank} and user_id <> all(${[...exceptUsers]}::int8[])
      order by rank, day, user_id limit ${maxRows}`.execute(query);
    return rows;
  },

  /** Deletes and returns people's marks in the ranges. Read the facts only afterwards, so that those of every deleted mark are visible. */
  take: async (ranges: readonly PersonRange[]): Promise<MergedMark[]> => {
    const { rows } = await sql<MergedMark>`
      with taken as (
        delete from marks m using ${rangeRows(ranges)}
        where m.user_id = range_of.user_id and m.day between range_of."from" and range_of."to" returning m.user_id, m.day, m.rank, m.run_id
      )
      select distinct user_id, day, rank, run_id from taken order by rank, run_id desc, day, user_id`.execute(query);
    return rows;
  },

  /** The people with marks in their range. */
  markedOf: async (ranges: readonly PersonRange[]): Promise<number[]> => {
    const { rows } = await sql<{ user_id: number }>`
      select distinct range_of.user_id from ${rangeRows(ranges)}
      where exists (select 1 from marks m where m.user_id = range_of.user_id and m.day between range_of."from" and range_of."to")`.execute(
      query,
    );
    return rows.map(({ user_id }) => user_id);
  },

  /** The pairs of `days` for which the person has a record on that day. */
  recorded: async (days: readonly MarkDay[]): Promise<MarkDay[]> => {
    const { rows } = await sql<MarkDay>`
      select m.user_id, m.day from unnest(${days.map(({ user_id }) => user_id)}::int8[], ${days.map(({ day }) => day)}::date[]) as m(user_id, day)
      where exists (select 1 from commission_records r where r.user_id = m.user_id and r.booking_date = m.day)`.execute(query);
    return rows;
  },

  /** Open person-months with records or invoices. `reach`: sales in which the person shares count too. */
  openMonths: async (reach: TeamReach, booksBegin: Day | null, userId: number | null = null): Promise<OpenMonth[]> => {
    const soldCondition = (
      ownerFilter: ReturnType<typeof sql>,
    ) => sql`exists (select 1 from invoices i where ${ownerFilter} = u.id and i.state = 'sent'
      and i.booking_date >= m.month and i.booking_date < m.month + interval '1 month')`;
    const isShared = sql`exists (select 1 from invoice_splits x join invoices i on i.id = x.invoice_id or i.credit_of_id = x.invoice_id
      where x.user_id = u.id and x.superseded_at is null and i.state = 'sent'
        and i.booking_date >= m.month and i.booking_date < m.month + interval '1 month')`;
    const team = sql`or exists (select 1 from ${leadersBy(reach)} t join invoices i on i.salesperson_id = t.user_id where t.leader_id = u.id and i.state = 'sent'
      and i.booking_date >= m.month and i.booking_date < m.month + interval '1 month')`;
    const { rows } = await sql<OpenMonth>`
      with days as (
        select least((select min(booking_date) from invoices), (select min(booking_date) from commission_records)) as first,
          greatest((select max(booking_date) from invoices), (select max(booking_date) from commission_records)) as last
      ), months as (
        select month::date as month from days, generate_series(date_trunc('month', first), last, interval '1 month') as g(month)
        where not exists (select 1 from pay_periods p where p.state = 'closed' and p.start_date = month::date)
      )
      select u.id as user_id, u.role, m.month from users u cross join months m
      where (${userId}::int8 is null or u.id = ${userId}) and (exists (select 1 from commission_months c where c.user_id = u.id and c.month = m.month)
        or (m.month >= ${booksBegin ?? ALL_DAYS.from}::date and (${soldCondition(sql`i.salesperson_id`)} or ${soldCondition(sql`i.sales_lead_id`)} or ${isShared} ${hasReach(reach) ? team : sql``})))
      order by m.month, u.id`.execute(query);
    return rows;
  },

  /** Progress of the newest run that shows it; undefined if none of its marks are left. */
  progress: async (): Promise<Progress | undefined> => {
    const { rows } = await sql<Omit<Progress, 'done'> & { waiting: number }>`
      select r.periods as total, r.at, (select count(*) from (select distinct user_id, day from marks where run_id = r.id) as d)::int8 as waiting
      from recompute_runs r where r.periods > 0 order by r.id desc limit 1`.execute(query);
    const [row] = rows;
    return row && row.waiting > 0 ? { total: row.total, done: Math.max(0, row.total - row.waiting), at: row.at } : undefined;
  },

  count: async (): Promise<number> => {
    const { rows } = await sql<{ marks: number }>`select count(*)::int4 as marks from marks`.execute(query);
    return rows[0]?.marks ?? 0;
  },

  /** Reads by index, because a table that was just emptied still has its pages. */
  any: async (): Promise<boolean> => (await sql`select 1 from marks order by rank, day, user_id limit 1`.execute(query)).rows.length > 0,

  /** Number of person-months in a range with pending computations. @param userId null: everybody's */
  pendingIn: async ({ start_date, end_date }: DateRange, userId: number | null): Promise<number> => {
    const { rows } = await sql<{ pending: number }>`
      select ${sql.raw(countPendingMonths('q.start_date', 'q.end_date', 'q.user_id'))} as pending
      from (select ${start_date}::date as start_date, ${end_date}::date as end_date, ${userId}::int8 as user_id) q`.execute(query);
    return rows[0]?.pending ?? 0;
  },

  pendingMonths: async (): Promise<PendingMonth[]> => {
    const { rows } = await sql<PendingMonth>`
      select date_trunc('month', day)::date as month, count(distinct user_id)::int8 as people from marks group by 1`.execute(query);
    return rows;
  },

  /**
   * Updates planner statistics after many facts arrived, and vacuums deleted marks, which the embedded database never does by itself.
   * Must run outside a transaction. @param all includes the imported tables
   */
  analyze: async (all: boolean): Promise<void> => {
    for (const [table, columns] of all ? analyzedColumns : []) await sql`analyze ${sql.table(table)} (${sql.raw(columns)})`.execute(query);
    await sql`vacuum analyze marks`.execute(query);
  },
});
