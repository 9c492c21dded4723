import { type Kysely, type Selectable, sql } from 'kysely';
import type { DateRange, Day } from '../../../../contract/rules/time/period.ts';
import type { GoalsTable } from '../../schema/goals.ts';
import type { Schema } from '../../schema/index.ts';

/** A goal with its owner's manager and its author's name. */
export type GoalRow = Selectable<GoalsTable> & Readonly<{ manager_id: number | null; first_name: string; last_name: string }>;
/** A person's results in a month: deals won (positive invoices if the company has no deals), and cents. */
export type GoalProgressFacts = Readonly<{ close_deals: number; book_amount: number; collect_amount: number }>;
type NewGoal = Pick<GoalRow, 'user_id' | 'month' | 'kind' | 'target' | 'created_by'>;

/** Monthly goals, and the facts that measure them. */
export const goalsRepository = (query: Kysely<Schema>) => {
  const selectWithNames = () =>
    query
      .selectFrom('goals as g')
      .innerJoin('users as owner', 'owner.id', 'g.user_id')
      .innerJoin('users as setter', 'setter.id', 'g.created_by')
      .selectAll('g')
      .select(['owner.manager_id', 'setter.first_name', 'setter.last_name']);
  return {
    ofMonth: (userId: number, month: Day): Promise<GoalRow[]> =>
      selectWithNames().where('g.user_id', '=', userId).where('g.month', '=', month).orderBy('g.id').execute(),

    byId: (id: number): Promise<GoalRow | undefined> => selectWithNames().where('g.id', '=', id).executeTakeFirst(),

    lock: async (id: number): Promise<GoalRow | undefined> => {
      await sql`select 1 from goals where id = ${id} for update`.execute(query);
      return selectWithNames().where('g.id', '=', id).executeTakeFirst();
    },

    /** @returns null if the month already has a goal of this kind */
    add: async (goal: NewGoal, now: Date): Promise<number | null> => {
      const row = await query
        .insertInto('goals')
        .values({ ...goal, created_at: now.toISOString(), updated_at: now.toISOString() })
        .onConflict((conflict) => conflict.columns(['user_id', 'month', 'kind']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },

    change: async (id: number, target: number, now: Date): Promise<void> => {
      await query
        .updateTable('goals')
        .set((eb) => ({ target, version: eb('version', '+', 1), updated_at: now.toISOString() }))
        .where('id', '=', id)
        .execute();
    },

    remove: async (id: number): Promise<void> => {
      await query.deleteFrom('goals').where('id', '=', id).execute();
    },

    /** For the range of a whole month. */
    facts: async (userId: number, { start_date, end_date }: DateRange): Promise<GoalProgressFacts> => {
      const { rows } = await sql<GoalProgressFacts>`
        with booked as (
          select coalesce(sum(net_cents - override_cents), 0)::int8 as cents, coalesce(sum(positive_records), 0)::int8 as invoices
          from commission_months where user_id = ${userId} and month = ${start_date}
        )
        select
          case when exists (select from deals) then (
            select count(*) from deals where owner_id = ${userId} and state = 'won' and closed_on between ${start_date} and ${end_date})
            else booked.invoices end as close_deals,
          booked.cents as book_amount,
          (select coalesce(sum(p.amount_cents), 0)::int8 from customer_payments p join invoices i on i.id = p.invoice_id
            where p.state = 'completed' and p.payment_date between ${start_date} and ${end_date} and i.salesperson_id = ${userId}) as collect_amount
        from booked`.execute(query);
      return rows[0] ?? { close_deals: 0, book_amount: 0, collect_amount: 0 };
    },
  };
};
