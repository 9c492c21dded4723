import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

/** `email` in lower case. */
export type Attempt = Readonly<{ accountKey: string; email: string; network: string; at: Date }>;
export type Window = Readonly<{ allowed: number; since: Date }>;
/** An attempt that is undecided since before `lost` was left behind by a server that died: it counts as failed. */
export type Windows = Readonly<{ pair: Window; strained: Window; account: Window; network: Window; lost: Date }>;
/**
 * Per count: when the failure happened that must grow old before another attempt is allowed; null where there is room. `strained`: the account has
 * so many failures that a network gets one attempt.
 */
export type Standing = Readonly<{ pair: string | null; account: string | null; network: string | null; strained: boolean }>;
/** `id` null: no room, because of failures or, for the moment, because of attempts that are not decided yet. */
export type Reserved = Readonly<{ id: number | null; standing: Standing }>;

/** Attempts to sign in. A row is there before the password is looked at, so parallel guesses count each other. */
export const loginAttemptsRepository = (query: Kysely<Schema>) => {
  /** One at a time, so that nobody counts what another is about to add. */
  const alone = <T>(work: (trx: Kysely<Schema>) => Promise<T>): Promise<T> =>
    query.transaction().execute(async (trx) => {
      await sql`lock table login_attempts in share row exclusive mode`.execute(trx);
      return work(trx);
    });

  /** A stranger's failures must not shut the owner out where they usually sign in. */
  const isKnown = async (trx: Kysely<Schema>, { email, network }: Attempt): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from sessions s join users u on u.id = s.user_id where u.email_key = ${email} and s.network = ${network} limit 1`.execute(
      trx,
    );
    return rows.length > 0;
  };

  /** A success from the same network wipes the failures before it, for that pair only. `isFull`: with those not decided yet. */
  const stand = async (trx: Kysely<Schema>, attempt: Attempt, { pair, strained, account, network: wide, lost }: Windows) => {
    const { accountKey, network } = attempt;
    const failed = sql`(failed or (failed is null and at <= ${lost.toISOString()}))`;
    const own = sql`account_key = ${accountKey} and network = ${network}`;
    const sinceSuccess = sql`(failed is null or id > coalesce((select max(id) from login_attempts where ${own} and not failed), 0))`;
    const ofAccount = sql`account_key = ${accountKey}`;
    const last = (skipped: RawBuilder<unknown>, { since }: Window, whose: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
      sql`(select at from login_attempts where ${whose} and ${which} and at > ${since.toISOString()}
        order by at desc, id desc offset ${skipped} limit 1)`;
    const allBut = ({ allowed }: Window) => sql`${allowed - 1}::int`;
    const isStrained = sql`(${last(allBut(strained), strained, ofAccount, failed)} is not null)`;
    const ofPair = sql`(case when ${isStrained} then 0 else ${allBut(pair)} end)`;
    const columns = (which: RawBuilder<unknown>) => [
      last(ofPair, pair, sql`${own} and ${sinceSuccess}`, which),
      last(allBut(account), account, ofAccount, which),
      last(allBut(wide), wide, sql`network = ${network}`, which),
    ];
    const names = ['pair', 'account', 'network', 'full_pair', 'full_account', 'full_network'] as const;
    const values = [...columns(failed), ...columns(sql`failed is not false`)];
    const { rows } = await sql<Standing & Record<(typeof names)[number], string | null>>`
      select ${isStrained} as strained, ${sql.join(values.map((value, index) => sql`${value} as ${sql.ref(names[index] ?? '')}`))}`.execute(
      trx,
    );
    const [row] = rows;
    if (!row) throw new Error('a select without from has one row');
    const isExempt = row.full_account !== null && (await isKnown(trx, attempt));
    const standing: Standing = { pair: row.pair, account: isExempt ? null : row.account, network: row.network, strained: row.strained };
    return { standing, isFull: row.full_pair !== null || row.full_network !== null || (row.full_account !== null && !isExempt) };
  };

  return {
    /** Notes an attempt where every count has room for it. */
    reserve: (attempt: Attempt, windows: Windows): Promise<Reserved> =>
      alone(async (trx) => {
        const { standing, isFull } = await stand(trx, attempt, windows);
        if (isFull) return { id: null, standing };
        const { accountKey, network, at } = attempt;
        const row = { account_key: accountKey, network, at: at.toISOString(), failed: null };
        const { id } = await trx.insertInto('login_attempts').values(row).returning('id').executeTakeFirstOrThrow();
        return { id, standing };
      }),

    succeed: async (id: number): Promise<void> => {
      await query.updateTable('login_attempts').set({ failed: false }).where('id', '=', id).execute();
    },

    /** @returns what stands in the way of the next attempt, from now on */
    fail: (id: number, attempt: Attempt, windows: Windows): Promise<Standing> =>
      alone(async (trx) => {
        await trx.updateTable('login_attempts').set({ failed: true }).where('id', '=', id).execute();
        return (await stand(trx, attempt, windows)).standing;
      }),

    /** No password was looked at: the attempt counts for nothing. */
    forget: async (id: number): Promise<void> => {
      await query.deleteFrom('login_attempts').where('id', '=', id).execute();
    },

    /** An administrator gave a new password: what was guessed before counts no more. */
    clearFailures: async (accountKey: string): Promise<void> => {
      await sql`delete from login_attempts where account_key = ${accountKey} and failed is not false`.execute(query);
    },

    /** Whether more than so many sign-ins failed since then, of all people. */
    hasFailed: async (most: number, since: Date): Promise<boolean> => {
      const { rows } = await sql`
        select 1 from login_attempts where failed and at > ${since.toISOString()} offset ${most} limit 1`.execute(query);
      return rows.length > 0;
    },

    sweep: async (before: Date): Promise<void> => {
      await query.deleteFrom('login_attempts').where('at', '<', before.toISOString()).execute();
    },
  };
};
