import { type Kysely, sql } from 'kysely';
import type { Role } from '../../../../contract/entities/user.ts';
import type { LeaveRange } from '../../../../contract/rules/commission/plan.ts';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';

/** One person's draw payments so far, in cents; see DrawStanding. `later`: number of payments in runs of later months. */
export type DrawStandingRow = Readonly<Record<'user_id' | 'paid' | 'kept' | 'balance' | 'later', number>>;
/** A month in which a payout run paid a person, in cents; `balance` after it. */
export type DrawMonthRow = Readonly<{ month: Day } & Record<'due' | 'drawn' | 'recovered' | 'pays' | 'balance', number>>;

export type DrawCandidate = Readonly<{
  id: number;
  role: Role;
  present: boolean;
  joined: Day;
  owes: boolean;
  leaves: readonly LeaveRange[];
}>;

/** The month a payment `p` belongs to: its run's, or that of its payment day; a reversal has its original's month. */
const month = sql`coalesce(g.month, date_trunc('month', coalesce(o.paid_on, p.paid_on)::timestamp)::date)`;
const payments = sql`payouts p left join payouts o on o.id = p.reversal_of_id left join payout_runs g on g.id = coalesce(o.run_id, p.run_id)`;

/** The draw that a payment paid. An opening balance (decisions 2.31) does not count, because it pays nothing in its month. */
const drawn = sql`case when p.source = 'before' then 0 else p.drawn_cents end`;
/** The amount a payment paid, without an opening balance. */
const paidAmount = sql`(p.amount_cents - p.drawn_cents + ${drawn})`;

/** A row `o` of `people_over_time` that is active and employed on the day. */
const isPresent = (on: Day) => sql`(o.active and o.joined <= ${on}::date and (o.ended is null or o.ended >= ${on}::date))`;

/** Draws paid and recovered: the payments themselves are the ledger (decisions 2.08). */
export const drawsRepository = (query: Kysely<Schema>) => ({
  /**
   * Everybody employed on a day (`present`), with that day's role, and everybody who still owes an earlier draw (`owes`).
   * @param userId null: everybody
   */
  candidates: async (on: Day, userId: number | null): Promise<DrawCandidate[]> => {
    const { rows } = await sql<DrawCandidate>`
      with owing as (
        select user_id from payouts where (drawn_cents <> 0 or recovered_cents <> 0) and state = 'completed'
        group by 1 having sum(draw_balance_cents) > 0
      )
      select u.id, coalesce(o.role, u.role) as role, coalesce(${isPresent(on)}, false) as present, coalesce(o.joined, u.joined_on) as joined, w.user_id is not null as owes, u.leaves
      from users u
      left join people_over_time o on o.user_id = u.id and o.from_day <= ${on} and o.to_day >= ${on}
      left join owing w on w.user_id = u.id where (${isPresent(on)} or w.user_id is not null)
        ${userId === null ? sql`` : sql`and u.id = ${userId}`} order by u.id`.execute(query);
    return rows;
  },

  /** The draw standing of these people before a payment for a month, without the payments `excludedIds`. */
  standing: async (userIds: readonly number[], day: Day, excludedIds: readonly number[]): Promise<Map<number, DrawStandingRow>> => {
    const { rows } = await sql<DrawStandingRow>`
      select p.user_id,
        coalesce(sum(${paidAmount}) filter (where ${month} = ${day}), 0)::int8 as paid,
        coalesce(sum(p.drawn_cents - p.recovered_cents - p.draw_balance_cents) filter (where ${month} = ${day}), 0)::int8 as kept,
        coalesce(sum(case when p.state = 'completed' then p.draw_balance_cents else least(p.draw_balance_cents, 0) end), 0)::int8 as balance,
        count(*) filter (where ${month} > ${day} and g.id is not null and p.reversal_of_id is null
          and not exists (select 1 from payouts b where b.reversal_of_id = p.id))::int8 as later
      from ${payments}
      where p.user_id = any(${[...userIds]}::int8[]) and p.state <> 'failed' and p.id <> all(${[...excludedIds]}::int8[]) group by 1`.execute(
      query,
    );
    return new Map(rows.map((row) => [row.user_id, row]));
  },

  /** The draw balance of a person's completed payments, cents. */
  paidBalance: async (userId: number): Promise<number> => {
    const { rows } = await sql<{ balance: number }>`select coalesce(sum(draw_balance_cents), 0)::int8 as balance
      from payouts where user_id = ${userId} and state = 'completed'`.execute(query);
    return rows[0]?.balance ?? 0;
  },

  /** The months in a range in which payout runs paid a person, in order. `balance` includes draws from before Quotaboard. */
  months: async (userId: number, { start_date, end_date }: DateRange): Promise<DrawMonthRow[]> => {
    const { rows } = await sql<DrawMonthRow>`
      select month, due, drawn, recovered, pays, balance from (
        select ${month} as month, sum(p.amount_cents - p.drawn_cents + p.recovered_cents)::int8 as due, sum(${drawn})::int8 as drawn,
          sum(p.recovered_cents)::int8 as recovered, sum(${paidAmount})::int8 as pays,
          sum(sum(p.draw_balance_cents)) over (order by ${month})::int8 as balance, bool_or(g.id is not null) as by_run
        from ${payments} where p.user_id = ${userId} and p.state = 'completed' group by 1
      ) m where by_run and month >= ${`${start_date.slice(0, 7)}-01`} and month <= ${end_date} order by month`.execute(query);
    return rows;
  },
});
