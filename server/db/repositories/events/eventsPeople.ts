import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

/** Somebody whose full name is nobody else's. */
export type NamedPerson = Readonly<{ id: number; manager_id: number | null; first_name: string; last_name: string }>;

/** People as events name them. */
export const eventsPeopleRepository = (query: Kysely<Schema>) => ({
  /** The person and who reports to them, without those who share their name with another. */
  teamOf: async (userId: number): Promise<NamedPerson[]> => {
    const name = (user: 'u' | 'o') => sql`lower(btrim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)}))`;
    const { rows } = await sql<NamedPerson>`
      select u.id, u.manager_id, u.first_name, u.last_name from users u
      where (u.id = ${userId} or u.manager_id = ${userId})
        and not exists (select 1 from users o where o.id <> u.id and ${name('o')} = ${name('u')})`.execute(query);
    return rows;
  },

  /** Whether another active person has this full name, or an event names its sales person or lead so. */
  nameGoesBy: async (name: string, but: number): Promise<boolean> => {
    const key = sql`lower(btrim(${name}))`;
    const { rows } = await sql<{ taken: boolean }>`
      select exists (select 1 from users where lower(btrim(first_name || ' ' || last_name)) = ${key} and id <> ${but} and active)
        or exists (select 1 from events where lower(btrim(sales_person)) = ${key})
        or exists (select 1 from events where lower(btrim(sales_lead)) = ${key}) as taken`.execute(query);
    return rows[0]?.taken === true;
  },
});
