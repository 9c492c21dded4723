import { type Kysely, type Selectable, sql } from 'kysely';
import type { Session } from '../../../../contract/entities/auth.ts';
import type { Schema } from '../../schema/index.ts';
import type { ApiTokensTable } from '../../schema/session.ts';

/** `issued`: the session began at the issuer of single sign-on. */
export type NewSession = Readonly<{
  userId: number;
  remembered: boolean;
  network: string;
  device: string;
  at: Date;
  expiresAt: Date;
  issued?: Readonly<{ idTokenSealed: string | null }>;
  /** True if the second factor was confirmed. */
  confirmed?: boolean;
  knownDevice?: string;
}>;
export type SessionEndReason =
  | 'logout'
  | 'ended_by_user'
  | 'password_changed'
  | 'password_reset'
  | 'email_changed'
  | 'deactivated'
  | 'token_reuse'
  | 'factor_enabled';

export type RevokedToken = Pick<Selectable<ApiTokensTable>, 'id' | 'user_id' | 'name' | 'scopes' | 'expires_at'>;

/** Sign-in sessions by device. Their tokens are in tokens.ts. */
export const sessionsRepository = (query: Kysely<Schema>) => ({
  begin: async ({
    userId,
    remembered,
    network,
    device,
    at: now,
    expiresAt,
    issued,
    confirmed,
    knownDevice,
  }: NewSession): Promise<number> => {
    const startedAt = now.toISOString();
    const row = await query
      .insertInto('sessions')
      .values({
        user_id: userId,
        remembered,
        network,
        device,
        created_at: startedAt,
        last_seen_at: startedAt,
        expires_at: expiresAt.toISOString(),
        ...(issued ? { by_issuer: true, id_token_sealed: issued.idTokenSealed } : {}),
        ...(confirmed ? { factor_confirmed_at: startedAt } : {}),
        ...(knownDevice === undefined ? {} : { known_device: knownDevice }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /**
   * The device among these from which the account has signed in. Signing out keeps a device; any other end of one of its sessions forgets
   * it for good, because it may be in other hands.
   */
  knownDevice: async (email: string, deviceKeys: readonly string[]): Promise<string | null> => {
    if (deviceKeys.length === 0) return null;
    const { rows } = await sql<{ known_device: string }>`
      select s.known_device from sessions s join users u on u.id = s.user_id
      where u.email_key = ${email.trim().toLowerCase()} and s.known_device = any(${sql.val([...deviceKeys])}::text[])
      group by s.known_device having bool_and(s.ended_reason is null or s.ended_reason = 'logout')
      order by s.known_device limit 1`.execute(query);
    return rows[0]?.known_device ?? null;
  },

  /** The sealed ID token of a session that began at the issuer; undefined for others. */
  issuedToken: async (id: number): Promise<Readonly<{ id_token_sealed: string | null }> | undefined> =>
    query.selectFrom('sessions').select('id_token_sealed').where('id', '=', id).where('by_issuer', '=', true).executeTakeFirst(),

  /** When the second factor was last confirmed in the session; null if never. */
  factorConfirmedAt: async (id: number): Promise<string | null> =>
    (await query.selectFrom('sessions').select('factor_confirmed_at').where('id', '=', id).executeTakeFirst())?.factor_confirmed_at ?? null,

  confirmFactor: async (id: number, now: Date | null): Promise<void> => {
    await query
      .updateTable('sessions')
      .set({ factor_confirmed_at: now?.toISOString() ?? null })
      .where('id', '=', id)
      .execute();
  },

  /** Stores the passkey challenge that the session requested. */
  setChallenge: async (id: number, challenge: string, until: Date): Promise<void> => {
    await query.updateTable('sessions').set({ challenge, challenge_until: until.toISOString() }).where('id', '=', id).execute();
  },

  /** Returns the challenge, which works once; null if none is stored or it has expired. */
  takeChallenge: async (id: number, now: Date): Promise<string | null> => {
    const { rows } = await sql<{ challenge: string | null }>`
      update sessions s set challenge = null, challenge_until = null
      from (select id, challenge, challenge_until from sessions where id = ${id} for update) stored where s.id = stored.id
      returning case when stored.challenge_until > ${now.toISOString()} then stored.challenge end as challenge`.execute(query);
    return rows[0]?.challenge ?? null;
  },

  /** A session that had already ended keeps its first reason. */
  end: async (id: number, reason: SessionEndReason, now: Date): Promise<void> => {
    await query
      .updateTable('sessions')
      .set({ ended_at: now.toISOString(), ended_reason: reason })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  },

  /** @returns false if the user has no such open session */
  endOwn: async (id: number, userId: number, now: Date): Promise<boolean> => {
    const updated = await query
      .updateTable('sessions')
      .set({ ended_at: now.toISOString(), ended_reason: 'ended_by_user' satisfies SessionEndReason })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      .returning('id')
      .executeTakeFirst();
    return updated !== undefined;
  },

  /** True if the person signed in, in this session, after `since`. */
  beganAfter: async (id: number, since: Date): Promise<boolean> => {
    const olderSessions = query.selectFrom('sessions').select('id').where('id', '=', id);
    return (await olderSessions.where('created_at', '>', since.toISOString()).executeTakeFirst()) !== undefined;
  },

  isOpen: async (id: number, now: Date): Promise<boolean> => {
    const open = query.selectFrom('sessions').select('id').where('id', '=', id).where('ended_at', 'is', null);
    return (await open.where('expires_at', '>', now.toISOString()).executeTakeFirst()) !== undefined;
  },

  endOthers: async (userId: number, currentSessionId: number, reason: SessionEndReason, now: Date): Promise<void> => {
    await query
      .updateTable('sessions')
      .set({ ended_at: now.toISOString(), ended_reason: reason })
      .where('user_id', '=', userId)
      .where('id', '<>', currentSessionId)
      .where('ended_at', 'is', null)
      .execute();
  },

  /** Signs a person out everywhere, and revokes their API tokens. @returns the tokens that could still be used */
  endAll: async (userId: number, reason: SessionEndReason, now: Date): Promise<RevokedToken[]> => {
    const revoked = await query
      .updateTable('api_tokens')
      .set({ revoked_at: now.toISOString() })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .returning(['id', 'user_id', 'name', 'scopes', 'expires_at'])
      .execute();
    await query
      .updateTable('sessions')
      .set({ ended_at: now.toISOString(), ended_reason: reason })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .execute();
    return revoked.filter(({ expires_at }) => Date.parse(expires_at) > now.getTime());
  },

  touch: async (id: number, now: Date): Promise<void> => {
    await query.updateTable('sessions').set({ last_seen_at: now.toISOString() }).where('id', '=', id).execute();
  },

  listOpen: async (userId: number, current: number, now: Date): Promise<Session[]> => {
    const rows = await query
      .selectFrom('sessions')
      .select(['id', 'device', 'network', 'remembered', 'created_at', 'last_seen_at', 'expires_at'])
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .limit(100)
      .execute();
    return rows.map((row) => ({ ...row, id: String(row.id), current: row.id === current }));
  },

  /** Deletes sessions that expired before `before`, with their tokens. */
  sweep: async (before: Date): Promise<void> => {
    await query.deleteFrom('sessions').where('expires_at', '<', before.toISOString()).execute();
  },
});
