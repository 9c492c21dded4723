import { type Insertable, type Kysely, sql } from 'kysely';
import type { DateRange } from '../../../../contract/rules/time/period.ts';
import type { DayColumn } from '../../schema/columns.ts';
import type { Schema, UsersTable } from '../../schema/index.ts';
import type { UserRow } from '../../schema/people.ts';

export type NewAccount = Pick<
  Insertable<UsersTable>,
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'role'
  | 'territory'
  | 'manager_id'
  | 'password_hash'
  | 'temporary_password_expires_at'
  | 'temporary_password_by'
> &
  Readonly<{
    joined_on: DayColumn;
    left_on: DayColumn | null;
    employee_number: string | null;
    leaves?: string;
    must_change_password?: boolean;
  }>;
export type AccountChange = Partial<
  Pick<
    UserRow,
    | 'email'
    | 'first_name'
    | 'last_name'
    | 'role'
    | 'territory'
    | 'manager_id'
    | 'active'
    | 'joined_on'
    | 'left_on'
    | 'employee_number'
    | 'password_hash'
    | 'must_change_password'
    | 'temporary_password_expires_at'
    | 'temporary_password_by'
  >
> &
  Readonly<{ leaves?: string }>;
const importedColumns = [
  'id',
  'email',
  'email_key',
  'first_name',
  'last_name',
  'role',
  'territory',
  'manager_id',
  'active',
  'joined_on',
  'left_on',
  'employee_number',
  'leaves',
  'version',
] as const;
/** The columns that an import compares. */
export type KnownUser = Pick<UserRow, (typeof importedColumns)[number]>;

const FOREIGN_KEY = '23503';

export const accountsOf = (query: Kysely<Schema>) => ({
  /**
   * Locks the active admins in id order. Every account change does this first: if two admins remove each other's role, the second finds
   * that it is the last one.
   */
  lockAdmins: async (): Promise<number[]> => {
    const { rows } = await sql<{ id: number }>`
      select id from users where role = 'admin' and active order by id for no key update`.execute(query);
    return rows.map(({ id }) => id);
  },

  lock: (id: number): Promise<UserRow | undefined> =>
    query.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  byEmployeeNumber: (number: string): Promise<Pick<UserRow, 'id'> | undefined> =>
    query.selectFrom('users').select('id').where('employee_number', '=', number).executeTakeFirst(),

  /** @returns undefined if the email address is taken, ignoring case */
  add: (account: NewAccount, now: Date): Promise<UserRow | undefined> =>
    query
      .insertInto('users')
      .values({ must_change_password: true, ...account, created_at: now.toISOString(), updated_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .returningAll()
      .executeTakeFirst(),

  change: (id: number, change: AccountChange, now: Date): Promise<UserRow> =>
    query
      .updateTable('users')
      .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** The days on which these people were employed, active and in one of the roles. @param ids null: everybody */
  activeIn: async (roles: readonly string[], ids: readonly number[] | null): Promise<(DateRange & { user_id: number })[]> => {
    const { rows } = await sql<DateRange & { user_id: number }>`
      select user_id, greatest(from_day, joined) as start_date, least(to_day, ended) as end_date from people_over_time
      where active and role = any(${[...roles]}::text[]) ${ids === null ? sql`` : sql`and user_id = any(${[...ids]}::int8[])`}`.execute(
      query,
    );
    return rows;
  },

  /** Ids of a person's active direct reports, in order. */
  managedBy: async (managerId: number): Promise<number[]> => {
    const rows = await query
      .selectFrom('users')
      .select('id')
      .where('manager_id', '=', managerId)
      .where('active', '=', true)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  },

  /** True if the person ever did anything, or an event names them. `remove` detects rows that reference them. */
  hasTraces: async (id: number): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from audit_log where actor_id = ${id}
      union all select 1 from events e join users u
        on lower(btrim(u.first_name || ' ' || u.last_name)) in (lower(btrim(e.sales_person)), lower(btrim(e.sales_lead))) where u.id = ${id}
      limit 1`.execute(query);
    return rows.length > 0;
  },

  /** @returns false if a row still references them; the transaction is then aborted, because the statement failed */
  remove: async (id: number): Promise<boolean> => {
    try {
      await query.deleteFrom('users').where('id', '=', id).execute();
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === FOREIGN_KEY) return false;
      throw error;
    }
  },

  /** Everybody, with the columns that an import compares. */
  known: (): Promise<KnownUser[]> => query.selectFrom('users').select(importedColumns).orderBy('id').execute(),

  /** Active accounts changed since, which may have a new password; one per password hash. */
  passwordsSince: async (since: string | null): Promise<{ email: string; password_hash: string }[]> => {
    const { rows } = await sql<{ email: string; password_hash: string }>`
      select distinct on (password_hash) email, password_hash from users where active and password_hash is not null
        and updated_at >= ${since ?? '-infinity'}::timestamptz order by password_hash, id`.execute(query);
    return rows;
  },
});
