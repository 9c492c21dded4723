import { type Kysely, sql } from 'kysely';
import type { UserFact } from '../../../../contract/entities/people.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import type { UserRow } from '../../schema/people.ts';

/** Facts about a person from a day on (decisions 2.22). */
export type DatedFacts = Partial<Pick<UserRow, 'role' | 'manager_id' | 'territory' | 'active' | 'joined_on' | 'left_on'>>;
/** The first and last day of an employment; `left_on` null while it continues. */
export type Employment = Pick<UserRow, 'joined_on' | 'left_on'>;
/** Days on which a person would report to themselves. */
export type LoopDays = Readonly<{ from_day: Day; to_day: Day }>;

/** Splits the stretch around `day`, so that other values can start on it. */
const splitAt = async (query: Kysely<Schema>, id: number, day: Day): Promise<void> => {
  await sql`
    insert into user_past (user_id, until_day, role, manager_id, active, territory, joined_on, left_on)
    select user_id, ${day}, role, manager_id, active, territory, joined, ended from people_over_time
    where user_id = ${id} and from_day < ${day} and to_day >= ${day} on conflict do nothing`.execute(query);
};

/** Facts about people by their first day; `users` has today's. */
export const datedFactsOf = (query: Kysely<Schema>) => ({
  /** Writes the values of the days before today; the caller then writes today's to `users`. Replaces the same facts on later days. */
  holdFrom: async (id: number, from: Day, facts: DatedFacts): Promise<void> => {
    await splitAt(query, id, from);
    await query.updateTable('user_past').set(facts).where('user_id', '=', id).where('until_day', '>', from).execute();
  },

  /**
   * Activates the account on past days.
   * @param until the day after the last one, today at most
   */
  activateDays: async (id: number, from: Day, until: Day): Promise<void> => {
    if (from >= until) return;
    await splitAt(query, id, from);
    await splitAt(query, id, until);
    await query
      .updateTable('user_past')
      .set({ active: true })
      .where('user_id', '=', id)
      .where('until_day', '>', from)
      .where('until_day', '<=', until)
      .execute();
  },

  /**
   * Employments before the current one, latest first, by person.
   * @param ids null: everybody's
   */
  earlierEmployments: async (ids: readonly number[] | null): Promise<ReadonlyMap<number, readonly Employment[]>> => {
    const { rows } = await sql<Employment & { user_id: number }>`
      select distinct p.user_id, p.joined_on, p.left_on from user_past p join users u on u.id = p.user_id
      where p.joined_on < u.joined_on ${ids === null ? sql`` : sql`and u.id = any(${[...ids]}::int8[])`} order by p.joined_on desc`.execute(
      query,
    );
    const employmentsByUser = new Map<number, Employment[]>();
    for (const { user_id, ...employment } of rows) employmentsByUser.set(user_id, [...(employmentsByUser.get(user_id) ?? []), employment]);
    return employmentsByUser;
  },

  /** Changes the current employment, also on past days whose employment began on one of `starts`. */
  changeEmployment: async (id: number, starts: readonly Day[], employment: Employment): Promise<void> => {
    await query.updateTable('users').set(employment).where('id', '=', id).execute();
    await query
      .updateTable('user_past')
      .set(employment)
      .where('user_id', '=', id)
      .where('joined_on', 'in', [...starts])
      .execute();
  },

  isActiveOn: async (id: number, day: Day): Promise<boolean> => {
    const { rows } = await sql<{ active: boolean }>`
      select active from people_over_time where user_id = ${id} and ${day}::date between from_day and to_day`.execute(query);
    return rows[0]?.active ?? false;
  },

  /** Employments with explicitly entered days, newest first, each with the change that wrote its first day. */
  employments: async (id: number): Promise<UserFact[]> => {
    const { rows } = await sql<UserFact>`
      select 'employment' as field, e.ended as value, nullif(e.joined, '1900-01-01') as first_day, l.at as recorded_at,
        u.first_name || ' ' || u.last_name as recorded_by
      from (select distinct joined, ended from people_over_time where user_id = ${id}) e
      left join lateral (
        select at, actor_id from audit_log where entity = 'user' and entity_id = ${String(id)}
          and after->>'employment_start' = e.joined::text order by id desc limit 1
      ) l on true left join users u on u.id = l.actor_id
      where e.joined > '1900-01-01' or e.ended is not null order by e.joined desc`.execute(query);
    return rows;
  },

  /** Leaves, each with the change that recorded it. */
  leavesOverTime: async (id: number): Promise<UserFact[]> => {
    const { rows } = await sql<UserFact>`
      select 'leave' as field, l.leave->>'to' as value, l.leave->>'from' as first_day, w.at as recorded_at,
        a.first_name || ' ' || a.last_name as recorded_by
      from users u cross join lateral jsonb_array_elements(u.leaves) as l(leave)
      left join lateral (
        select at, actor_id from audit_log where entity = 'user' and entity_id = ${String(id)} and after->'leaves' @> jsonb_build_array(l.leave)
          and not coalesce(before->'leaves' @> jsonb_build_array(l.leave), false) order by id desc limit 1
      ) w on true left join users a on a.id = w.actor_id where u.id = ${id}`.execute(query);
    return rows;
  },

  /** The first day of each value, newest first, with the change that wrote it. */
  factsOverTime: async (id: number, zone: string): Promise<UserFact[]> => {
    const { rows } = await sql<UserFact>`
      with days as (
        select o.from_day, f.field, f.value, lag(f.value) over (partition by f.field order by o.from_day) as before,
          lag(o.from_day) over (partition by f.field order by o.from_day) is null as is_first
        from people_over_time o left join users m on m.id = o.manager_id
        cross join lateral (values ('role', o.role), ('territory', o.territory), ('manager', m.first_name || ' ' || m.last_name)) as f(field, value)
        where o.user_id = ${id}
      )
      select d.field, d.value, nullif(d.from_day, '1900-01-01') as first_day, l.at as recorded_at, u.first_name || ' ' || u.last_name as recorded_by
      from days d left join lateral (
        select at, actor_id from audit_log where entity = 'user' and entity_id = ${String(id)}
          and after ? case d.field when 'manager' then 'manager_id' else d.field end
          and case when action = 'user.created' then '1900-01-01'
            else coalesce((after->>'effective_from')::date, (at at time zone ${zone})::date) end = d.from_day order by id desc limit 1
      ) l on true left join users u on u.id = l.actor_id
      where d.is_first or d.value is distinct from d.before order by d.from_day desc, d.field`.execute(query);
    return rows;
  },

  /** A person's open deals, and commission cents not paid out. */
  leftBehind: async (id: number): Promise<Readonly<{ open_deals: number; unpaid_cents: number }>> => {
    const { rows } = await sql<{ open_deals: number; unpaid_cents: number }>`
      select (select count(*)::int from deals where owner_id = ${id} and state = 'open') as open_deals,
        (select coalesce(sum(amount_cents + adjustments_cents - paid_cents), 0)::int8 from commission_months where user_id = ${id}) as unpaid_cents`.execute(
      query,
    );
    return rows[0] ?? { open_deals: 0, unpaid_cents: 0 };
  },

  /** The last days from `from` on when `id` would be a direct or indirect manager of `managerId`. */
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
