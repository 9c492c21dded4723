import { type Kysely, type Selectable, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';
import type { FactorAttemptsTable, PasskeysTable } from '../../schema/session.ts';

export type FactorAttemptRow = Selectable<FactorAttemptsTable>;
export type PasskeyRow = Selectable<PasskeysTable>;
type NewAttempt = Readonly<{
  hash: string;
  userId: number;
  remembered: boolean;
  device: string;
  stamp: string;
  challenge: string;
  at: Date;
  expiresAt: Date;
}>;
export type NewPasskey = Pick<PasskeyRow, 'user_id' | 'name' | 'credential_id' | 'public_key' | 'counter' | 'transports'>;

/** Second factors of people, and the sign-ins that wait for one. The secret of the authenticator app is in the vault. */
export const secondFactorsRepository = (query: Kysely<Schema>) => ({
  /** Turns the second factor on, or off with null; other rows of the person and the confirmations of their sessions are deleted. */
  set: async (userId: number, since: Date | null, step: number): Promise<void> => {
    const second_factor_at = since?.toISOString() ?? null;
    await query.updateTable('users').set({ second_factor_at }).where('id', '=', userId).execute();
    await query.updateTable('sessions').set({ factor_confirmed_at: null }).where('user_id', '=', userId).execute();
    for (const table of ['second_factors', 'recovery_codes', 'passkeys', 'factor_attempts'] as const)
      await query.deleteFrom(table).where('user_id', '=', userId).execute();
    if (since) await query.insertInto('second_factors').values({ user_id: userId, last_step: step }).execute();
  },

  /** @returns false if a code of this time step, or of a later one, was accepted before */
  spendStep: async (userId: number, step: number): Promise<boolean> => {
    const { numUpdatedRows } = await query
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  replaceRecoveryCodes: async (userId: number, hashes: readonly string[]): Promise<void> => {
    await query.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await query
      .insertInto('recovery_codes')
      .values(hashes.map((hash) => ({ user_id: userId, hash })))
      .execute();
  },

  /** @returns false for an unknown code, and for one that was used before */
  spendRecoveryCode: async (userId: number, hash: string, now: Date): Promise<boolean> => {
    const { numUpdatedRows } = await query
      .updateTable('recovery_codes')
      .set({ used_at: now.toISOString() })
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  countRecoveryCodes: async (userId: number): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from recovery_codes where user_id = ${userId} and used_at is null`.execute(query);
    return rows[0]?.count ?? 0;
  },

  passkeys: (userId: number): Promise<PasskeyRow[]> =>
    query.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('id').execute(),

  /** @returns undefined if the authenticator is known already */
  addPasskey: ({ transports, ...passkey }: NewPasskey, now: Date): Promise<PasskeyRow | undefined> =>
    query
      .insertInto('passkeys')
      .values({ ...passkey, transports: JSON.stringify(transports), created_at: now.toISOString() })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst(),

  /** @returns false if a concurrent use has already raised the counter */
  countPasskeyUse: async (id: number, counter: { from: number; to: number }, now: Date): Promise<boolean> => {
    const { numUpdatedRows } = await query
      .updateTable('passkeys')
      .set({ counter: counter.to, last_used_at: now.toISOString() })
      .where('id', '=', id)
      .where('counter', '=', counter.from)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  removePasskey: (id: number, userId: number): Promise<PasskeyRow | undefined> =>
    query.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId).returningAll().executeTakeFirst(),

  addAttempt: async ({ hash, userId, remembered, device, stamp, challenge, at: now, expiresAt }: NewAttempt): Promise<void> => {
    await sql`delete from factor_attempts where expires_at < ${now.toISOString()}`.execute(query);
    const attempt = { hash, user_id: userId, remembered, device, stamp, challenge, expires_at: expiresAt.toISOString() };
    await query.insertInto('factor_attempts').values(attempt).execute();
  },

  attempt: (hash: string): Promise<FactorAttemptRow | undefined> =>
    query.selectFrom('factor_attempts').selectAll().where('hash', '=', hash).executeTakeFirst(),

  /** @returns false if it was finished before */
  endAttempt: async (hash: string): Promise<boolean> => {
    const { numDeletedRows } = await query.deleteFrom('factor_attempts').where('hash', '=', hash).executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
