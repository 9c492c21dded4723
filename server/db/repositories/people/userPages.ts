import { type Kysely, sql } from 'kysely';
import type { Role } from '../../../../contract/entities/user.ts';
import type { Schema } from '../../schema/index.ts';
import type { UserRow } from '../../schema/people.ts';

export type UserFilter = Readonly<{ role: Role | null; search: string }>;
/** The last row of the previous page, with the names as compared. */
export type UserKey = Readonly<{ last: string; first: string; id: number }>;
export type ListedRow = UserRow & Readonly<{ sort_last: string; sort_first: string }>;

const escapePattern = (searchWord: string): string => searchWord.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** Each search word must occur in the name or email. */
const matchesFilter = ({ role, search }: UserFilter) => {
  const searchWords = search.toLowerCase().split(/\s+/u).filter(Boolean);
  const conditions = [
    sql`true`,
    ...(role === null ? [] : [sql`role = ${role}`]),
    ...searchWords.map((searchWord) => sql`lower(first_name || ' ' || last_name || ' ' || email) like ${`%${escapePattern(searchWord)}%`}`),
  ];
  return sql.join(conditions, sql` and `);
};

export type UserStates = Readonly<{ active: number; inactive: number; temporary: number; emails: readonly string[] }>;

/** People by last name, first name, id. */
export const userPagesOf = (query: Kysely<Schema>) => ({
  page: async (filter: UserFilter, after: UserKey | null, limit: number): Promise<ListedRow[]> => {
    const from = after
      ? sql`and (lower(last_name), lower(first_name), id) > (${after.last}::text, ${after.first}::text, ${after.id}::int8)`
      : sql``;
    const { rows } = await sql<ListedRow>`
      select *, lower(last_name) as sort_last, lower(first_name) as sort_first from users where ${matchesFilter(filter)} ${from}
      order by lower(last_name), lower(first_name), id limit ${limit}`.execute(query);
    return rows;
  },

  count: async (filter: UserFilter): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from users where ${matchesFilter(filter)}`.execute(query);
    return rows[0]?.count ?? 0;
  },

  /** Counts of everyone, and the email addresses of the active people, to look up their locks. */
  states: async (): Promise<UserStates> => {
    const { rows } = await sql<UserStates>`
      select (count(*) filter (where active))::int4 as active, (count(*) filter (where not active))::int4 as inactive,
        (count(*) filter (where active and must_change_password))::int4 as temporary,
        coalesce(array_agg(email) filter (where active), '{}') as emails from users`.execute(query);
    return rows[0] ?? { active: 0, inactive: 0, temporary: 0, emails: [] };
  },
});
