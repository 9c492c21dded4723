import { type Kysely, sql } from 'kysely';
import type { PreferenceKey, Preferences, User } from '../../../../contract/entities/user.ts';
import type { DayColumn } from '../../schema/columns.ts';
import type { Schema } from '../../schema/index.ts';
import type { UserRow } from '../../schema/people.ts';
import { datedFactsOf } from './datedFacts.ts';
import { accountsOf } from './userAccounts.ts';
import { ownDataOf } from './userOwnData.ts';
import { userPagesOf } from './userPages.ts';

export type { UserRow };
export type SelfChange = Readonly<{ first_name?: string; last_name?: string; territory?: UserRow['territory'] }>;

/** Placeholder for an unknown start of employment. */
export const UNKNOWN_START: DayColumn = '1900-01-01';

/** Accounts that together identify the demo company. */
const demoEmails = ['admin@demo.test', 'vp@demo.test', 'finance@demo.test'];

/** A user as sent to clients, without the password hash. */
export const userOf = (row: UserRow): User => ({
  id: String(row.id),
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  role: row.role,
  territory: row.territory,
  active: row.active,
  manager_id: row.manager_id === null ? null : String(row.manager_id),
  employment_start: row.joined_on === UNKNOWN_START ? null : row.joined_on,
  employment_end: row.left_on,
  employee_number: row.employee_number,
  leaves: [...row.leaves],
  must_change_password: row.must_change_password,
  second_factor: row.second_factor_at !== null,
  preferences: preferencesOf(row),
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** Removes the fields that only admins and the person may read. */
export const withoutEmployment = ({
  employment_start: _start,
  employment_end: _end,
  employee_number: _number,
  leaves: _leaves,
  second_factor: _factor,
  ...user
}: User): User => user;

const preferencesOf = (row: Pick<UserRow, PreferenceKey>): Preferences => ({
  table_column_orders: row.table_column_orders,
  table_column_widths: row.table_column_widths,
  dashboard_settings: row.dashboard_settings,
  notification_settings: row.notification_settings,
});

/** User accounts, their preferences and passwords. */
export const usersRepository = (query: Kysely<Schema>) => ({
  ...accountsOf(query),
  ...datedFactsOf(query),
  ...ownDataOf(query),
  ...userPagesOf(query),

  byEmail: (email: string): Promise<UserRow | undefined> =>
    query.selectFrom('users').selectAll().where('email_key', '=', email.toLowerCase()).executeTakeFirst(),

  byId: (id: number): Promise<UserRow | undefined> => query.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

  changeSelf: (id: number, change: SelfChange, now: Date): Promise<UserRow> =>
    query
      .updateTable('users')
      .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: now.toISOString() }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),

  /**
   * Sets a password chosen by its owner, which ends a temporary one.
   * @returns false if `verified` is no longer the stored hash
   */
  setPassword: async (id: number, verifiedHash: string | null, hash: string, now: Date): Promise<boolean> => {
    const change = { password_hash: hash, must_change_password: false, temporary_password_expires_at: null, temporary_password_by: null };
    const updated = await query
      .updateTable('users')
      .set({ ...change, updated_at: now.toISOString() })
      .where('id', '=', id)
      .where('password_hash', '=', verifiedHash)
      .returning('id')
      .executeTakeFirst();
    return updated !== undefined;
  },

  /** Merges `patch` into the stored value and removes `removedKeys`, in one statement so that no concurrent save is lost. */
  mergePreferences: async (
    id: number,
    key: PreferenceKey,
    patch: Record<string, unknown>,
    removedKeys: readonly string[],
  ): Promise<Preferences | undefined> => {
    const { rows } = await sql<Pick<UserRow, PreferenceKey>>`
      update users set ${sql.ref(key)} = (${sql.ref(key)} || ${JSON.stringify(patch)}::jsonb) - ${sql.val([...removedKeys])}::text[]
      where id = ${id}
      returning table_column_orders, table_column_widths, dashboard_settings, notification_settings`.execute(query);
    return rows[0] && preferencesOf(rows[0]);
  },

  insertAdmin: async (
    admin: Readonly<{ email: string; first_name: string; last_name: string; password_hash: string }>,
  ): Promise<number> => {
    const row = await query
      .insertInto('users')
      .values({ ...admin, role: 'admin' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  hasAny: async (): Promise<boolean> => (await query.selectFrom('users').select('id').limit(1).execute()).length > 0,

  /** True for the demo company: any company may use one address of its domain, but not all of these. */
  hasDemoAccounts: async (): Promise<boolean> =>
    (await query.selectFrom('users').select('id').where('email_key', 'in', demoEmails).execute()).length === demoEmails.length,
});
