import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { SignInLinksTable } from '../../schema/session.ts';

export type SignInLinkRow = Selectable<SignInLinksTable>;
type NewLink = Readonly<{ userId: number; tokenHash: string; createdBy: number; at: Date; expiresAt: Date }>;
type RequestedLink = Readonly<{ email: string; tokenHash: string; at: Date; expiresAt: Date; since: Date; max: number }>;

/** Links by which people choose a password. */
export const signInLinksRepository = (query: Kysely<Schema>) => ({
  add: async ({ userId, tokenHash, createdBy, at: now, expiresAt }: NewLink): Promise<void> => {
    const link = { user_id: userId, token_hash: tokenHash, created_by: createdBy };
    await query
      .insertInto('sign_in_links')
      .values({ ...link, created_at: now.toISOString(), expires_at: expiresAt.toISOString() })
      .execute();
  },

  /** Adds a link for the active person with this email address, unless they asked for `max` since `since`. @returns the person */
  addRequested: async ({ email, tokenHash, at: now, expiresAt, since, max }: RequestedLink): Promise<number[]> => {
    // Requests for one person take turns, so that each counts those before it.
    await sql`select id from users where email_key = lower(${email}) for no key update`.execute(query);
    const { rows } = await sql<{ user_id: number }>`
      insert into sign_in_links (user_id, token_hash, created_at, expires_at)
      select u.id, ${tokenHash}, ${now.toISOString()}, ${expiresAt.toISOString()} from users u
      where u.email_key = lower(${email}) and u.active and (
        select count(*) from sign_in_links l where l.user_id = u.id and l.created_by is null and l.created_at > ${since.toISOString()}
      ) < ${max}
      returning user_id`.execute(query);
    return rows.map(({ user_id }) => user_id);
  },

  byHash: (tokenHash: string): Promise<SignInLinkRow | undefined> =>
    query.selectFrom('sign_in_links').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst(),

  /** Marks a link as used. @returns false if it was already used or withdrawn */
  use: async (id: number, now: Date): Promise<boolean> => {
    const endedValues = { ended_at: now.toISOString(), outcome: 'used' as const };
    const { numUpdatedRows } = await query
      .updateTable('sign_in_links')
      .set(endedValues)
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Withdraws all links of a person that still work. @returns their number */
  withdraw: async (userId: number, now: Date): Promise<number> => {
    const endedValues = { ended_at: now.toISOString(), outcome: 'withdrawn' as const };
    const { numUpdatedRows } = await query
      .updateTable('sign_in_links')
      .set(endedValues)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirst();
    return Number(numUpdatedRows);
  },

  /** Withdraws the links with these tokens that nobody has used. */
  withdrawTokens: async (tokenHashes: readonly string[], now: Date): Promise<void> => {
    const endedValues = { ended_at: now.toISOString(), outcome: 'withdrawn' as const };
    await query
      .updateTable('sign_in_links')
      .set(endedValues)
      .where('token_hash', '=', sql<string>`any(${[...tokenHashes]}::text[])`)
      .where('ended_at', 'is', null)
      .execute();
  },

  sweep: async (before: Date): Promise<void> => {
    await query.deleteFrom('sign_in_links').where('expires_at', '<', before.toISOString()).execute();
  },
});
