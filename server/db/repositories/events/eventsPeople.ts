import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

/** A person with a unique full name. */
export type NamedPerson = Readonly<{ id: number; manager_id: number | null; first_name: string; last_name: string }>;

const nameOf = (user: 'u' | 'o') => sql`lower(btrim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)}))`;

/** People by the names that events use. */
export const eventsPeopleRepository = (query: Kysely<Schema>) => ({
  /** The person and their reports, without anybody who shares a name with another person. */
  teamOf: async (userId: number): Promise<NamedPerson[]> => {
    const { rows } = await sql<NamedPerson>`
      select u.id, u.manager_id, u.first_name, u.last_name from users u
      where (u.id = ${userId} or u.manager_id = ${userId})
        and not exists (select 1 from users o where o.id <> u.id and ${nameOf('o')} = ${nameOf('u')})`.execute(query);
    return rows;
  },

  /** True if another active person has this full name, or an event names a salesperson or lead by it. */
  isNameUsed: async (name: string, exceptEventId: number): Promise<boolean> => {
    const key = sql`lower(btrim(${name}))`;
    const { rows } = await sql<{ taken: boolean }>`
      select exists (select 1 from users where lower(btrim(first_name || ' ' || last_name)) = ${key} and id <> ${exceptEventId} and active)
        or exists (select 1 from events where lower(btrim(sales_person)) = ${key})
        or exists (select 1 from events where lower(btrim(sales_lead)) = ${key}) as taken`.execute(query);
    return rows[0]?.taken === true;
  },

  /**
   * Writes the person's new name to the events that name them, as edits over the source's values, which a sync preserves. A name that
   * several people shared identified nobody, so it is not changed.
   */
  rename: async (id: number, oldName: string, newName: string, edit: Readonly<{ userId: number; at: Date }>): Promise<void> => {
    const key = sql`lower(btrim(${oldName}))`;
    const renamedAt = edit.at.toISOString();
    await sql`
      with named as (
        select e.id, e.version, e.sales_person, e.sales_lead from events e
        where (lower(btrim(e.sales_person)) = ${key} or lower(btrim(e.sales_lead)) = ${key})
          and not exists (select 1 from users o where o.id <> ${id} and ${nameOf('o')} = ${key})
        order by e.id for update of e
      ), kept as (
        insert into event_edits (event_id, field, value, source_value, edited_by, edited_at, version)
        select n.id, f.field, ${newName}, f.value, ${edit.userId}, ${renamedAt}::timestamptz, n.version + 1
        from named n, lateral (values ('sales_person', n.sales_person), ('sales_lead', n.sales_lead)) f (field, value)
        where lower(btrim(f.value)) = ${key}
        on conflict (event_id, field)
          do update set value = excluded.value, edited_by = excluded.edited_by, edited_at = excluded.edited_at, version = excluded.version
      )
      update events e set
        sales_person = case when lower(btrim(e.sales_person)) = ${key} then ${newName} else e.sales_person end,
        sales_lead = case when lower(btrim(e.sales_lead)) = ${key} then ${newName} else e.sales_lead end,
        version = e.version + 1,
        updated_at = ${renamedAt}::timestamptz
      from named n where e.id = n.id`.execute(query);
  },
});
