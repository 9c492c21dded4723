import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export type Attempt = Readonly<{ accountKey: string; network: string; at: Date }>;
export type Window = Readonly<{ allowed: number; since: Date }>;
export type Windows = Readonly<{ pair: Window; account: Window; network: Window }>;
/** Per count: when the failure happened that must grow old before another attempt is allowed; null where there is room. */
export type Standing = Readonly<{ pair: string | null; account: string | null; network: string | null }>;

/** Attempts to sign in. A row is there before the password is looked at, so parallel guesses count each other. */
export const loginAttemptsRepository = (query: Kysely<Schema>) => ({
  begin: async ({ accountKey, network, at }: Attempt): Promise<number> => {
    const row = await query
      .insertInto('login_attempts')
      .values({ account_key: accountKey, network, at: at.toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  },

  /** Counts what `begin` has just added too. A success from the same network wipes the failures before it, for that pair only. */
  standing: async ({ accountKey, network }: Attempt, { pair, account, network: wide }: Windows): Promise<Standing> => {
    const { rows } = await sql<Standing>`
      select
        (select at from login_attempts where account_key = ${accountKey} and network = ${network} and failed and at > ${pair.since.toISOString()}
           and id > coalesce((select max(id) from login_attempts where account_key = ${accountKey} and network = ${network} and not failed), 0)
         order by at desc, id desc offset ${pair.allowed} limit 1) as pair,
        (select at from login_attempts where account_key = ${accountKey} and failed and at > ${account.since.toISOString()}
         order by at desc, id desc offset ${account.allowed} limit 1) as account,
        (select at from login_attempts where network = ${network} and failed and at > ${wide.since.toISOString()}
         order by at desc, id desc offset ${wide.allowed} limit 1) as network`.execute(query);
    return rows[0] ?? { pair: null, account: null, network: null };
  },

  succeed: async (id: number): Promise<void> => {
    await query.updateTable('login_attempts').set({ failed: false }).where('id', '=', id).execute();
  },

  /** No password was looked at: the attempt counts for nothing. */
  forget: async (id: number): Promise<void> => {
    await query.deleteFrom('login_attempts').where('id', '=', id).execute();
  },

  sweep: async (before: Date): Promise<void> => {
    await query.deleteFrom('login_attempts').where('at', '<', before.toISOString()).execute();
  },
});
