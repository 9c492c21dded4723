import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { SsoAttemptsTable } from '../../schema/session.ts';

export type SsoAttemptRow = Selectable<SsoAttemptsTable>;
type NewAttempt = Readonly<{ browserHash: string; returnTo: string | null; remembered: boolean; at: Date; expiresAt: Date }>;
type Outcome = Readonly<{ user_id: number; id_token_sealed: string | null } | { refusal: string }>;

/** Sign-ins in progress at the issuer; each belongs to one browser, returns once and is redeemed once. */
export const ssoAttemptsRepository = (query: Kysely<Schema>) => ({
  add: async ({ browserHash, returnTo, remembered, at: now, expiresAt }: NewAttempt): Promise<void> => {
    await sql`delete from sso_attempts where expires_at < ${now.toISOString()}`.execute(query);
    await query
      .insertInto('sso_attempts')
      .values({ browser_hash: browserHash, return_to: returnTo, remembered, expires_at: expiresAt.toISOString() })
      .execute();
  },

  /** @returns false if the attempt is unknown, expired or returned before */
  markReturned: async (browserHash: string, now: Date): Promise<boolean> => {
    const updated = await query
      .updateTable('sso_attempts')
      .set({ returned_at: now.toISOString() })
      .where('browser_hash', '=', browserHash)
      .where('returned_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      .returning('browser_hash')
      .executeTakeFirst();
    return updated !== undefined;
  },

  decide: async (browserHash: string, outcome: Outcome): Promise<void> => {
    await query.updateTable('sso_attempts').set(outcome).where('browser_hash', '=', browserHash).execute();
  },

  /** Ends a person's sign-ins that their browser has not redeemed yet. */
  withdraw: async (userId: number): Promise<void> => {
    await query.deleteFrom('sso_attempts').where('user_id', '=', userId).execute();
  },

  take: (browserHash: string): Promise<SsoAttemptRow | undefined> =>
    query.deleteFrom('sso_attempts').where('browser_hash', '=', browserHash).returningAll().executeTakeFirst(),
});
