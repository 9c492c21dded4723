import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { ProvisionedUsersTable, UserRow } from '../../schema/people.ts';

/** A person's names at the identity provider. Stored in proposals. */
export type ProvisionedLink = Readonly<
  Pick<Selectable<ProvisionedUsersTable>, 'user_name' | 'external_id' | 'display_name' | 'role_value'> & { deleted: boolean }
>;
/** A person as the identity provider sees them; the link's columns are null for people it has never written. */
export type ProvisionedRow = Pick<
  UserRow,
  'id' | 'email' | 'first_name' | 'last_name' | 'role' | 'active' | 'version' | 'created_at' | 'updated_at'
> &
  Readonly<{
    user_name: string | null;
    external_id: string | null;
    display_name: string | null;
    role_value: string | null;
    link_version: number | null;
    linked_at: string | null;
  }>;
export type ProvisionedCondition =
  | Readonly<{ field: 'id'; value: number }>
  | Readonly<{ field: 'user_name' | 'external_id' | 'email'; value: string }>
  | Readonly<{ field: 'active'; value: boolean }>;

type Joined = ExpressionBuilder<Schema & { u: Schema['users']; p: Schema['provisioned_users'] }, 'u' | 'p'>;

/** A person whom the identity provider removed becomes visible again with their account. */
const isVisible = sql<boolean>`(p.deleted_at is null or u.active)`;
/** In SQL, because the database's case rules differ from JavaScript's for letters such as İ. */
const keyOf = (userName: string) => sql<string>`lower(${userName})`;
const userNameKey = sql<string>`coalesce(p.user_name_key, u.email_key)`;

const matches = (eb: Joined, condition: ProvisionedCondition) => {
  switch (condition.field) {
    case 'id':
      return eb('u.id', '=', condition.value);
    case 'user_name':
      return eb(userNameKey, '=', keyOf(condition.value));
    case 'external_id':
      return eb('p.external_id', '=', condition.value);
    case 'email':
      return eb('u.email_key', '=', condition.value.toLowerCase());
    default:
      return eb('u.active', '=', condition.value);
  }
};

/** People and their names at the identity provider (decisions 4.17). */
export const provisionedRepository = (query: Kysely<Schema>) => {
  const joined = () => query.selectFrom('users as u').leftJoin('provisioned_users as p', 'p.user_id', 'u.id');
  const rows = () =>
    joined()
      .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'u.role', 'u.active', 'u.version', 'u.created_at', 'u.updated_at'])
      .select(['p.user_name', 'p.external_id', 'p.display_name', 'p.role_value', 'p.version as link_version', 'p.updated_at as linked_at']);
  return {
    byId: (id: number): Promise<ProvisionedRow | undefined> => rows().where('u.id', '=', id).where(isVisible).executeTakeFirst(),

    /** In the order of their ids. */
    page: (conditions: readonly ProvisionedCondition[], offset: number, limit: number): Promise<ProvisionedRow[]> =>
      rows()
        .where(isVisible)
        .where((eb) => eb.and(conditions.map((condition) => matches(eb as Joined, condition))))
        .orderBy('u.id')
        .offset(offset)
        .limit(limit)
        .execute(),

    count: async (conditions: readonly ProvisionedCondition[]): Promise<number> => {
      const row = await joined()
        .select(sql<number>`count(*)::int4`.as('count'))
        .where(isVisible)
        .where((eb) => eb.and(conditions.map((condition) => matches(eb as Joined, condition))))
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** The person with this address whom the identity provider removed earlier. */
    removed: (email: string): Promise<ProvisionedRow | undefined> =>
      rows()
        .where('p.deleted_at', 'is not', null)
        .where('u.active', '=', false)
        .where('u.email_key', '=', email.toLowerCase())
        .executeTakeFirst(),

    isNameTaken: async (userName: string, exceptId: number | null): Promise<boolean> => {
      const row = await joined()
        .select('u.id')
        .where(isVisible)
        .where(userNameKey, '=', keyOf(userName))
        .$if(exceptId !== null, (q) => q.where('u.id', '!=', exceptId as number))
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** `version`: increases with each change of the link. */
    link: async (id: number): Promise<Readonly<{ link: ProvisionedLink; version: number }> | undefined> => {
      const row = await query
        .selectFrom('provisioned_users')
        .select(['user_name', 'external_id', 'display_name', 'role_value', 'deleted_at', 'version'])
        .where('user_id', '=', id)
        .executeTakeFirst();
      if (!row) return undefined;
      const { deleted_at, version, ...link } = row;
      return { link: { ...link, deleted: deleted_at !== null }, version };
    },

    setLink: async (id: number, { deleted, ...link }: ProvisionedLink, now: Date): Promise<void> => {
      const values = { ...link, deleted_at: deleted ? now.toISOString() : null, updated_at: now.toISOString() };
      await query
        .insertInto('provisioned_users')
        .values({ user_id: id, ...values })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet((eb) => ({ ...values, version: eb('provisioned_users.version', '+', 1) })),
        )
        .execute();
    },
  };
};
