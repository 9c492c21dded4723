import { type Kysely, sql } from 'kysely';
import type { UserFact } from '../../../../contract/entities/people.ts';
import type { Role } from '../../../../contract/entities/user.ts';
import type { Day } from '../../../../contract/rules/time/period.ts';
import type { Schema } from '../../schema/index.ts';
import type { PlannedFacts } from '../../schema/people.ts';

/** `role` and `active`: the author's current ones; null if the account is deleted. */
export type PlannedRow = Readonly<{
  id: number;
  user_id: number;
  from_day: Day;
  change: PlannedFacts;
  author_id: number;
  role: string | null;
  active: boolean | null;
}>;

export const plannedChangesRepository = (query: Kysely<Schema>) => ({
  /** Adds facts to the author's plan for a day. */
  add: async (userId: number, from: Day, change: PlannedFacts, authorId: number, now: Date): Promise<void> => {
    await sql`insert into planned_changes (user_id, from_day, change, author_id, created_at)
      values (${userId}, ${from}, ${JSON.stringify(change)}::jsonb, ${authorId}, ${now.toISOString()})
      on conflict (user_id, from_day, author_id) where state = 'waiting' do update
        set change = planned_changes.change || excluded.change, created_at = excluded.created_at`.execute(query);
  },

  /** Withdraws planned facts of a day, by any author; other facts of that day stay. */
  withdraw: async (userId: number, from: Day, facts: readonly string[]): Promise<void> => {
    const waitingChanges = sql`state = 'waiting' and user_id = ${userId} and from_day = ${from}`;
    await sql`update planned_changes set change = change - ${[...facts]}::text[] where ${waitingChanges}`.execute(query);
    await sql`delete from planned_changes where ${waitingChanges} and change = '{}'`.execute(query);
  },

  /** All planned facts for a day, by any author. */
  waitingFor: async (userId: number, day: Day): Promise<PlannedFacts> => {
    const { rows } = await sql<{ change: PlannedFacts }>`
      select change from planned_changes where state = 'waiting' and user_id = ${userId} and from_day = ${day}`.execute(query);
    return Object.assign({}, ...rows.map(({ change }) => change));
  },

  /** The planned facts in force just before a day. */
  before: async (userId: number, day: Day): Promise<PlannedFacts> => {
    const { rows } = await sql<{ change: PlannedFacts }>`
      select change from planned_changes where state = 'waiting' and user_id = ${userId} and from_day < ${day}
      order by from_day, id`.execute(query);
    return Object.assign({}, ...rows.map(({ change }) => change));
  },

  /** The roles that are planned for a person. */
  roles: async (userId: number): Promise<Role[]> => {
    const { rows } = await sql<{ role: Role }>`
      select change->>'role' as role from planned_changes where state = 'waiting' and user_id = ${userId} and change ? 'role'`.execute(
      query,
    );
    return rows.map(({ role }) => role);
  },

  /** Planned changes whose day has come, in order. */
  due: async (today: Day): Promise<PlannedRow[]> => {
    const { rows } = await sql<PlannedRow>`
      select p.id, p.user_id, p.from_day, p.change, p.author_id, u.role, u.active from planned_changes p left join users u on u.id = p.author_id
      where p.state = 'waiting' and p.from_day <= ${today} order by p.from_day, p.id`.execute(query);
    return rows;
  },

  /** @returns false if the change is no longer pending */
  end: async (id: number, state: 'done' | 'refused'): Promise<boolean> => {
    const waitingChanges = query.updateTable('planned_changes').set({ state }).where('id', '=', id).where('state', '=', 'waiting');
    return (await waitingChanges.returning('id').executeTakeFirst()) !== undefined;
  },

  /**
   * Ends a change that is being applied.
   * @returns false if it is no longer pending, or if a fact was added or withdrawn
   */
  claim: async (id: number, change: PlannedFacts): Promise<boolean> => {
    const { rows } = await sql`update planned_changes set state = 'done'
      where id = ${id} and state = 'waiting' and change = ${JSON.stringify(change)}::jsonb returning id`.execute(query);
    return rows.length > 0;
  },

  /** Planned changes as rows of a person's history, latest day first. */
  upcoming: async (userId: number): Promise<UserFact[]> => {
    const { rows } = await sql<UserFact>`
      select f.field, f.value, p.from_day as first_day, p.created_at as recorded_at, u.first_name || ' ' || u.last_name as recorded_by, true as planned
      from planned_changes p left join users u on u.id = p.author_id
      left join users m on m.id::text = p.change->>'managerId'
      cross join lateral (values ('role', p.change ? 'role', p.change->>'role'), ('territory', p.change ? 'territory', p.change->>'territory'),
        ('manager', p.change ? 'managerId', m.first_name || ' ' || m.last_name)) as f(field, is_named, value)
      where p.user_id = ${userId} and p.state = 'waiting' and f.is_named order by p.from_day desc, f.field`.execute(query);
    return rows;
  },
});
