import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

export type Attempt = Readonly<{ accountKey: string; network: string; at: Date }>;
export type Window = Readonly<{ allowed: number; since: Date }>;
/** An attempt that is undecided since before `lost` was left behind by a server that died: it counts as failed. */
export type Windows = Readonly<{ pair: Window; account: Window; network: Window; lost: Date }>;
/** Per count: when the failure happened that must grow old before another attempt is allowed; null where there is room. */
export type Standing = Readonly<{ pair: string | null; account: string | null; network: string | null }>;
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

  /** A success from the same network wipes the failures before it, for that pair only. `isFull`: with those not decided yet. */
  const stand = async (trx: Kysely<Schema>, { accountKey, network }: Attempt, { pair, account, network: wide, lost }: Windows) => {
    const failed = sql`(failed or (failed is null and at <= ${lost.toISOString()}))`;
    const own = sql`account_key = ${accountKey} and network = ${network}`;
    const sinceSuccess = sql`(failed is null or id > coalesce((select max(id) from login_attempts where ${own} and not failed), 0))`;
    const counts = [
      ['pair', pair, sql`${own} and ${sinceSuccess}`],
      ['account', account, sql`account_key = ${accountKey}`],
      ['network', wide, sql`network = ${network}`],
    ] as const;
    const last = ({ allowed, since }: Window, whose: ReturnType<typeof sql>, which: ReturnType<typeof sql>) =>
      sql`(select at from login_attempts where ${whose} and ${which} and at > ${since.toISOString()}
        order by at desc, id desc offset ${allowed - 1} limit 1)`;
    const blocking = counts.map(([name, window, whose]) => sql`${last(window, whose, failed)} as ${sql.ref(name)}`);
    const full = counts.map(([, window, whose]) => last(window, whose, sql`failed is not false`));
    const { rows } = await sql<Standing & { full: string | null }>`
      select ${sql.join(blocking)}, coalesce(${sql.join(full)}) as full`.execute(trx);
    const { full: first = null, ...standing } = rows[0] ?? { pair: null, account: null, network: null };
    return { standing, isFull: first !== null };
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
