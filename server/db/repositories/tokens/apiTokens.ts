import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { ApiTokensTable } from '../../schema/session.ts';
import type { PrincipalRow } from '../session/principals.ts';

export type ApiTokenRow = Omit<Selectable<ApiTokensTable>, 'hash'> & Readonly<{ first_name: string; last_name: string }>;
export type NewApiToken = Readonly<Pick<ApiTokenRow, 'user_id' | 'name' | 'hint' | 'scopes' | 'expires_at'> & { hash: string }>;
/** A program acting for a person. */
export type ProgramRow = Omit<PrincipalRow, 'session_id' | 'session_expires_at' | 'session_ended_at' | 'second_factor_due'> &
  Readonly<Pick<ApiTokenRow, 'id' | 'name' | 'scopes' | 'last_used_at' | 'revoked_at'>>;

const MAX_LISTED = 500;

/** API tokens; the tokens themselves are never stored. */
export const apiTokensRepository = (query: Kysely<Schema>) => {
  const rows = () =>
    query
      .selectFrom('api_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select(['t.id', 't.user_id', 't.name', 't.hint', 't.scopes', 't.created_at', 't.expires_at', 't.last_used_at', 't.revoked_at'])
      .select(['u.first_name', 'u.last_name']);
  return {
    /** Usable tokens first, then the newest. `userId` null: everybody's. */
    list: (userId: number | null, now: Date): Promise<ApiTokenRow[]> =>
      rows()
        .$if(userId !== null, (q) => q.where('t.user_id', '=', userId as number))
        .orderBy(sql`(t.revoked_at is null and t.expires_at > ${now.toISOString()}::timestamptz)`, 'desc')
        .orderBy('t.id', 'desc')
        .limit(MAX_LISTED)
        .execute(),

    byId: (id: number): Promise<ApiTokenRow | undefined> => rows().where('t.id', '=', id).executeTakeFirst(),

    countUsable: async (userId: number, now: Date): Promise<number> => {
      const { rows: found } = await sql<{ count: number }>`
        select count(*)::int4 as count from api_tokens
        where user_id = ${userId} and revoked_at is null and expires_at > ${now.toISOString()}`.execute(query);
      return found[0]?.count ?? 0;
    },

    add: async ({ scopes, ...token }: NewApiToken, now: Date): Promise<number> => {
      const values = { ...token, scopes: JSON.stringify(scopes), created_at: now.toISOString() };
      return (await query.insertInto('api_tokens').values(values).returning('id').executeTakeFirstOrThrow()).id;
    },

    /** @returns false if it was revoked before */
    revoke: async (id: number, now: Date): Promise<boolean> => {
      const revocation = query.updateTable('api_tokens').set({ revoked_at: now.toISOString() }).where('id', '=', id);
      return (await revocation.where('revoked_at', 'is', null).executeTakeFirst()).numUpdatedRows > 0n;
    },

    touch: async (id: number, now: Date): Promise<void> => {
      await query.updateTable('api_tokens').set({ last_used_at: now.toISOString() }).where('id', '=', id).execute();
    },

    programByHash: async (hash: string): Promise<ProgramRow | undefined> => {
      const { rows: found } = await sql<ProgramRow>`
        select t.id, t.name, t.scopes, t.last_used_at, t.revoked_at, t.expires_at as token_expires_at,
          u.id as user_id, u.role, u.active, u.must_change_password, h.config as head_config, h.periods as head_periods,
          h.people as head_people, pg_current_snapshot()::text as moment, g.live_at is not null as live
        from api_tokens t join users u on u.id = t.user_id cross join heads h cross join general_settings g
        where t.hash = ${hash}`.execute(query);
      return found[0];
    },
  };
};
