import { type Kysely, sql } from 'kysely';
import { specifiedTerritories } from '../../../../contract/entities/user.ts';
import type { Schema } from '../../schema/index.ts';

/** The specified territories and those that administrators added (decisions 4.10). */
export const territoriesRepository = (query: Kysely<Schema>) => ({
  /** The specified ones first, then the added ones by name. */
  list: async (): Promise<string[]> => {
    const rows = await query.selectFrom('territories').select('name').orderBy(sql`lower(name)`).execute();
    return [...specifiedTerritories, ...rows.map(({ name }) => name)];
  },

  /** The subset of these names that exists, locked against removal until the transaction ends. */
  lockExisting: async (names: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{
      name: string;
    }>`select name from territories where name = any(${[...names]}::text[]) for key share`.execute(query);
    return rows.map(({ name }) => name);
  },

  /** True if somebody has the territory on any day. */
  isHeldOnAnyDay: async (name: string): Promise<boolean> => {
    const { rows } = await sql`select 1 from people_over_time where territory = ${name} limit 1`.execute(query);
    return rows.length > 0;
  },

  /** True if the person has the territory on any day, or had it before an import. */
  wasHeldBy: async (userId: number, name: string): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from people_over_time where user_id = ${userId} and territory = ${name}
      union all select 1 from user_import_changes where user_id = ${userId} and before ->> 'territory' = ${name} limit 1`.execute(query);
    return rows.length > 0;
  },

  /** Only one transaction adds at a time: no index compares names like `caseKey`, for which ß and SS are the same. */
  lockAdding: async (): Promise<void> => {
    await sql`lock table territories in share row exclusive mode`.execute(query);
  },

  add: async (name: string, addedBy: number, at: Date): Promise<void> => {
    await query.insertInto('territories').values({ name, added_by: addedBy, added_at: at.toISOString() }).execute();
  },

  /** Waits for the transactions that hold the name. @returns false if no territory has the name */
  lock: async (name: string): Promise<boolean> => {
    const row = await sql`select 1 from territories where name = ${name} for update`.execute(query);
    return row.rows.length > 0;
  },

  /** People who have the territory, or will have it by a planned change. */
  holders: async (name: string, limit: number): Promise<{ first_name: string; last_name: string }[]> => {
    const { rows } = await sql<{ first_name: string; last_name: string }>`
      select u.first_name, u.last_name from users u
      where u.territory = ${name}
        or exists (select 1 from planned_changes p where p.user_id = u.id and p.state = 'waiting' and p.change ->> 'territory' = ${name})
      order by u.last_name, u.first_name, u.id limit ${limit}`.execute(query);
    return rows;
  },

  remove: async (name: string): Promise<void> => {
    await query.deleteFrom('territories').where('name', '=', name).execute();
  },
});
