import { type Kysely, sql } from 'kysely';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import type { UserRow } from '../../schema/people.ts';

/** What holds of a person from a day on (decisions 2.22). */
export type DatedFacts = Partial<Pick<UserRow, 'role' | 'manager_id' | 'territory' | 'active'>>;
/** Days on which somebody would report to themself. */
export type LoopDays = Readonly<{ from_day: Day; to_day: Day }>;

/** Facts about people by their first day; `users` has today's. */
export const datedFactsOf = (query: Kysely<Schema>) => ({
  /** Writes what held before today; the caller writes today's values to `users` afterwards. Later days of the same facts are replaced. */
  holdFrom: async (id: number, from: Day, facts: DatedFacts): Promise<void> => {
    await sql`
      insert into user_past (user_id, until_day, role, manager_id, active, territory)
      select user_id, ${from}, role, manager_id, active, territory from people_over_time
      where user_id = ${id} and from_day < ${from} and to_day >= ${from} on conflict do nothing`.execute(query);
    await query.updateTable('user_past').set(facts).where('user_id', '=', id).where('until_day', '>', from).execute();
  },

  /** The last days from `from` on, on which `id` would be among those whom `managerId` reports to, at any distance. */
  loopDays: async (managerId: number, id: number, from: Day): Promise<LoopDays | undefined> => {
    const { rows } = await sql<LoopDays>`
      with recursive above(id, from_day, to_day) as (
        select ${managerId}::int8, ${from}::date, '2999-12-31'::date
        union select o.manager_id, greatest(a.from_day, o.from_day), least(a.to_day, o.to_day) from above a
        join people_over_time o on o.user_id = a.id and o.from_day <= a.to_day and o.to_day >= a.from_day
        where o.manager_id is not null and a.id <> ${id}
      ) select from_day, to_day from above where id = ${id} order by to_day desc, from_day limit 1`.execute(query);
    return rows[0];
  },
});
