import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

export type PresentedToken = Readonly<{
  session_id: number;
  user_id: number;
  network: string | null;
  expires_at: string;
  ended_at: string | null;
  active: boolean;
}>;

/** Hashes of tokens; the tokens themselves are never stored. */
export const tokensRepository = (query: Kysely<Schema>) => ({
  addRefresh: async (hash: string, sessionId: number, parentHash: string | null, now: Date): Promise<void> => {
    await query
      .insertInto('refresh_tokens')
      .values({ hash, session_id: sessionId, parent_hash: parentHash, created_at: now.toISOString() })
      .execute();
  },

  addAccess: async (hash: string, sessionId: number, expiresAt: Date): Promise<void> => {
    await query.insertInto('access_tokens').values({ hash, session_id: sessionId, expires_at: expiresAt.toISOString() }).execute();
  },

  /** The session of a refresh token, locked, so that refreshes of a session run one after another. */
  lockSessionOf: async (hash: string): Promise<PresentedToken | undefined> => {
    const { rows } = await sql<PresentedToken>`
      select s.id as session_id, s.user_id, s.network, s.expires_at, s.ended_at, u.active
      from refresh_tokens r join sessions s on s.id = r.session_id join users u on u.id = s.user_id
      where r.hash = ${hash}
      for update of s`.execute(query);
    return rows[0];
  },

  /** When a successor of this token was first used; null if none was. */
  successorUsedAt: async (hash: string): Promise<string | null> => {
    const row = await query
      .selectFrom('refresh_tokens')
      .select((eb) => eb.fn.min('used_at').as('used_at'))
      .where('parent_hash', '=', hash)
      .executeTakeFirst();
    return row?.used_at ?? null;
  },

  markUsed: async (hash: string, now: Date): Promise<void> => {
    await query
      .updateTable('refresh_tokens')
      .set({ used_at: now.toISOString() })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .execute();
  },

  /** A client that keeps its first token creates a successor on each refresh: deletes all but the newest unused ones. */
  pruneSuccessors: async (hash: string, olderThan: Date, maxCount: number): Promise<void> => {
    await sql`
      delete from refresh_tokens
      where parent_hash = ${hash} and used_at is null and created_at < ${olderThan.toISOString()}
        and hash not in (select hash from refresh_tokens where parent_hash = ${hash} order by created_at desc, hash limit ${maxCount})`.execute(
      query,
    );
  },

  dropAccessExpiredBefore: async (before: Date): Promise<void> => {
    await query.deleteFrom('access_tokens').where('expires_at', '<', before.toISOString()).execute();
  },
});
