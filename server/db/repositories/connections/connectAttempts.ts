import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

export type ConnectAttempt = Readonly<{ connection_id: number; user_id: number; expires_at: string }>;

/** Vendor sign-ins in progress: the returned state identifies one, and only once. */
export const connectAttemptsRepository = (query: Kysely<Schema>) => ({
  add: async (stateHash: string, connectionId: number, userId: number, now: Date, until: Date): Promise<void> => {
    await sql`delete from connect_attempts where expires_at < ${now.toISOString()}`.execute(query);
    await query
      .insertInto('connect_attempts')
      .values({ state_hash: stateHash, connection_id: connectionId, user_id: userId, expires_at: until.toISOString() })
      .execute();
  },
  take: async (stateHash: string): Promise<ConnectAttempt | undefined> => {
    const { rows } = await sql<ConnectAttempt>`
      delete from connect_attempts where state_hash = ${stateHash} returning connection_id, user_id, expires_at`.execute(query);
    return rows[0];
  },
});
