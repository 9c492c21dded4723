import { type Kysely, sql } from 'kysely';
import type { PayPeriodState } from '../../../../contract/entities/payPeriod.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** A month as stored, with the snapshot of its last closing. */
export type PeriodRow = Readonly<{
  start_date: Day;
  state: PayPeriodState;
  closed_at: string | null;
  closed_by: string | null;
  reason: string | null;
  hash: string | null;
  root: string | null;
}>;
/** A month's totals and pending items. */
export type PeriodSums = Readonly<{
  start_date: Day;
  records: number;
  amount_cents: number;
  adjustments_cents: number;
  pending_adjustments: number;
  open_disputes: number;
}>;
export type PeriodChange = Readonly<{
  start_date: Day;
  end_date: Day;
  state: PayPeriodState;
  closed_at: string | null;
  closed_by: number | null;
  reason: string | null;
}>;

/** Months as pay periods; a month without a row is open. */
export const periodsRepository = (query: Kysely<Schema>) => ({
  /**
   * Blocks every writer of money until the transaction ends; taken first when closing a month or saving a configuration. It locks the
   * table, not the row, because a transaction waiting for a row lock is overtaken by every newcomer that shares it.
   */
  lockExclusively: async (): Promise<void> => {
    await sql`lock table general_settings in exclusive mode`.execute(query);
    await sql`set local statement_timeout = 0`.execute(query);
  },
  /** Prevents changes to months and configuration until the transaction ends; taken by every writer of money. */
  lockShared: async (): Promise<void> => {
    await sql`lock table general_settings in row share mode`.execute(query);
  },

  /** First day of the month of the oldest record; null without records. */
  firstMonth: async (): Promise<Day | null> => {
    const { rows } = await sql<{
      first: Day | null;
    }>`select least((select min(first_day) from company_sums where span = 'month' and records > 0), (select min(start_date) from pay_periods)) as first`.execute(
      query,
    );
    return rows[0]?.first ?? null;
  },

  all: async (): Promise<PeriodRow[]> => {
    const { rows } = await sql<PeriodRow>`
      select p.start_date, p.state, p.closed_at, p.reason, u.first_name || ' ' || u.last_name as closed_by, s.hash, r.root
      from pay_periods p left join users u on u.id = p.closed_by
      left join lateral (select id, hash from pay_period_snapshots where period_id = p.id order by id desc limit 1) s on true
      left join statement_roots r on r.snapshot_id = s.id order by p.start_date`.execute(query);
    return rows;
  },

  /** Totals per month from `from` to `to`, both first days; empty months are left out. */
  sums: async (from: Day, to: Day): Promise<PeriodSums[]> => {
    const { rows } = await sql<PeriodSums>`
      select start_date, sum(records)::int8 as records, sum(amount)::int8 as amount_cents, sum(adjusted)::int8 as adjustments_cents,
        sum(pending)::int8 as pending_adjustments, sum(disputes)::int8 as open_disputes
      from (
        select first_day as start_date, records, amount_cents as amount, 0 as adjusted, 0 as pending, 0 as disputes
          from company_sums where span = 'month' and first_day between ${from} and ${to} and records <> 0
        union all
        select date_trunc('month', effective_date)::date, 0, 0, amount_cents, 0, 0
          from company_adjustments where amount_cents <> 0
            and effective_date >= ${from} and effective_date < ${to}::date + interval '1 month'
        union all
        select date_trunc('month', effective_date)::date, 0, 0, 0, 1, 0
          from adjustments where state = 'pending' and effective_date >= ${from} and effective_date < ${to}::date + interval '1 month'
        union all
        select date_trunc('month', r.booking_date)::date, 0, 0, 0, 0, 1
          from disputes d join commission_records r on r.id = d.commission_id
          where d.state in ('open', 'in_review') and r.booking_date >= ${from} and r.booking_date < ${to}::date + interval '1 month'
      ) as parts group by start_date`.execute(query);
    return rows;
  },

  /** Closed months that overlap a range of days, each with the configuration and rules version it was closed with. */
  closedIn: async (from: Day, to: Day): Promise<{ start_date: Day; config_version: number; rules: number }[]> => {
    const { rows } = await sql<{ start_date: Day; config_version: number; rules: number }>`
      select p.start_date, s.config_version, s.rules from pay_periods p
      join lateral (select config_version, rules from pay_period_snapshots where period_id = p.id order by id desc limit 1) s on true
      where p.state = 'closed' and p.end_date >= ${from} and p.start_date <= ${to} order by p.start_date`.execute(query);
    return rows;
  },

  /** @returns the id of the month's row */
  save: async (period: PeriodChange): Promise<number> => {
    const { start_date: _start, end_date: _end, ...change } = period;
    const row = await query
      .insertInto('pay_periods')
      .values(period)
      .onConflict((conflict) =>
        conflict.column('start_date').doUpdateSet((eb) => ({ ...change, version: eb('pay_periods.version', '+', 1) })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /**
   * Stores the snapshot of a closed month: its records, the facts dated in it, and its people; the first month closed also stores the
   * people of all earlier days. The hash covers the text of the stored JSON, so that it can be verified later.
   * @returns the hash, hexadecimal
   */
  keep: async (id: number, { start_date: from, end_date: to }: PeriodChange, configVersion: number, now: Date): Promise<string> => {
    const rowsOf = (table: string, day: string, excludedColumns: string) =>
      sql`(select coalesce(jsonb_agg(to_jsonb(t) - ${excludedColumns}::text order by t.id), '[]') from ${sql.table(table)} t
        where t.${sql.ref(day)} between ${from} and ${to})`;
    const { rows } = await sql<{ hash: string }>`
      with since as (
        select case when exists (select 1 from pay_periods where state = 'closed' and start_date < ${from}) then ${from}::date
          else '1900-01-01'::date end as day
      ), people as (
        select user_id, greatest(from_day, since.day) as from_day, least(to_day, ${to}::date) as to_day, role, manager_id, active, joined, territory,
          joined as started, ended, (select leaves from users where id = user_id) as leaves from people_over_time, since where from_day <= ${to} and to_day >= since.day
      ), kept as (
        insert into pay_period_snapshots (period_id, taken_at, config_version, content, hash)
        select ${id}, ${now.toISOString()}, ${configVersion}, content, encode(sha256(convert_to(content::text, 'UTF8')), 'hex')
        from (select jsonb_build_object(
          'records', ${rowsOf('commission_records', 'booking_date', 'computed_at')},
          'invoices', ${rowsOf('invoices', 'booking_date', 'updated_at')},
          'payments', ${rowsOf('customer_payments', 'payment_date', '')},
          'adjustments', ${rowsOf('adjustments', 'effective_date', 'updated_at')},
          'payouts', ${rowsOf('payouts', 'paid_on', '')},
          'people', (select coalesce(jsonb_agg(to_jsonb(p) order by p.user_id, p.from_day), '[]') from people p)
        ) as content) as contents
        returning id, hash
      ), filed as (
        insert into pay_period_people (snapshot_id, user_id, from_day, to_day, role, manager_id, active, joined, territory, started, ended, leaves)
        select kept.id, user_id, from_day, to_day, role, manager_id, active, joined, territory, started, ended, leaves from kept, people
      )
      select hash from kept`.execute(query);
    return rows[0]?.hash ?? '';
  },

  /** Hashes the snapshot of the month's last closing again. @returns undefined if the month was never closed */
  check: async (start: Day): Promise<{ hash: string; unchanged: boolean } | undefined> => {
    const { rows } = await sql<{ hash: string; unchanged: boolean }>`
      select s.hash, s.hash = encode(sha256(convert_to(s.content::text, 'UTF8')), 'hex') as unchanged
      from pay_period_snapshots s join pay_periods p on p.id = s.period_id where p.start_date = ${start} order by s.id desc limit 1`.execute(
      query,
    );
    return rows[0];
  },

  /** Active people with these roles. */
  peopleOf: async (roles: readonly Role[]): Promise<number[]> => {
    const rows = await query.selectFrom('users').select('id').where('active', '=', true).where('role', 'in', roles).execute();
    return rows.map(({ id }) => id);
  },
});
