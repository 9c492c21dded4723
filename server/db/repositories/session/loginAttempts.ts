import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../schema/index.ts';

/** `email` in lower case. `place`: a network or, as `device:…`, a known device of the account, whose attempts are counted separately. */
export type Attempt = Readonly<{ accountKey: string; email: string; place: string; at: Date }>;
export type AttemptWindow = Readonly<{ allowed: number; since: Date }>;
/** An attempt undecided since before `lost` was abandoned by a crashed server and counts as failed. */
export type Windows = Readonly<{
  pair: AttemptWindow;
  strained: AttemptWindow;
  account: AttemptWindow;
  network: AttemptWindow;
  lost: Date;
}>;
/**
 * For each limit: the time of the failure that must expire before another attempt is allowed; null if one is allowed now. `strained`: the
 * account has so many failures that each network gets only one attempt.
 */
export type SignInStanding = Readonly<{ pair: string | null; account: string | null; network: string | null; strained: boolean }>;
/** `id` null: not allowed, because of failures or, temporarily, of undecided attempts. */
export type AttemptReservation = Readonly<{ id: number | null; standing: SignInStanding }>;

/** Requests that a network may make only so often. Their rows have the kind as account; no email has this key. */
export type RequestKind = 'link requests' | 'single sign-on';

const DEVICE = 'device:';
export const devicePlace = (deviceKey: string): string => `${DEVICE}${deviceKey}`;
const isDevice = (place: string): boolean => place.startsWith(DEVICE);
const hasFailedBy = (lost: Date) => sql`(failed or (failed is null and at <= ${lost.toISOString()}))`;

/** Sign-in attempts. The row is written before the password is checked, so that parallel guesses count each other. */
export const loginAttemptsRepository = (query: Kysely<Schema>) => {
  /** Serializes attempts, so that each count includes all others. */
  const inOwnTransaction = <T>(work: (trx: Kysely<Schema>) => Promise<T>): Promise<T> =>
    query.transaction().execute(async (trx) => {
      await sql`lock table login_attempts in share row exclusive mode`.execute(trx);
      return work(trx);
    });

  /** A stranger's failures must not lock the owner out of a network they usually sign in from. */
  const isKnownNetwork = async (trx: Kysely<Schema>, { email, place }: Attempt): Promise<boolean> => {
    const { rows } = await sql`
      select 1 from sessions s join users u on u.id = s.user_id where u.email_key = ${email} and s.network = ${place} limit 1`.execute(trx);
    return rows.length > 0;
  };

  /** A success clears earlier failures of the same account and network only. `isFull`: also counts undecided attempts. */
  const readStanding = async (
    trx: Kysely<Schema>,
    attempt: Attempt,
    { pair, strained, account, network: networkWindow, lost }: Windows,
  ) => {
    const { accountKey, place } = attempt;
    const hasFailed = hasFailedBy(lost);
    const isOfPair = sql`account_key = ${accountKey} and network = ${place}`;
    const isSinceSuccess = sql`(failed is null or id > coalesce((select max(id) from login_attempts where ${isOfPair} and not failed), 0))`;
    const isOfAccount = sql`account_key = ${accountKey} and not starts_with(network, ${DEVICE})`;
    const lastAttemptAt = (
      skippedCount: RawBuilder<unknown>,
      { since }: AttemptWindow,
      accountFilter: RawBuilder<unknown>,
      filter: RawBuilder<unknown>,
    ) =>
      sql`(select at from login_attempts where ${accountFilter} and ${filter} and at > ${since.toISOString()}
        order by at desc, id desc offset ${skippedCount} limit 1)`;
    const lastAllowedOffset = ({ allowed }: AttemptWindow) => sql`${allowed - 1}::int`;
    const isStrained = isDevice(place)
      ? sql`false`
      : sql`(${lastAttemptAt(lastAllowedOffset(strained), strained, isOfAccount, hasFailed)} is not null)`;
    const lastOfPair = sql`(case when ${isStrained} then 0 else ${lastAllowedOffset(pair)} end)`;
    const columns = (filter: RawBuilder<unknown>) => [
      lastAttemptAt(lastOfPair, pair, sql`${isOfPair} and ${isSinceSuccess}`, filter),
      lastAttemptAt(lastAllowedOffset(account), account, isOfAccount, filter),
      lastAttemptAt(lastAllowedOffset(networkWindow), networkWindow, sql`network = ${place}`, filter),
    ];
    const names = ['pair', 'account', 'network', 'full_pair', 'full_account', 'full_network'] as const;
    const values = [...columns(hasFailed), ...columns(sql`failed is not false`)];
    const { rows } = await sql<SignInStanding & Record<(typeof names)[number], string | null>>`
      select ${isStrained} as strained, ${sql.join(values.map((value, index) => sql`${value} as ${sql.ref(names[index] ?? '')}`))}`.execute(
      trx,
    );
    const [row] = rows;
    if (!row) throw new Error('a select without from has one row');
    const isExempt = row.full_account !== null && (isDevice(place) || (await isKnownNetwork(trx, attempt)));
    const signInStanding: SignInStanding = {
      pair: row.pair,
      account: isExempt ? null : row.account,
      network: row.network,
      strained: row.strained,
    };
    return {
      standing: signInStanding,
      isFull: row.full_pair !== null || row.full_network !== null || (row.full_account !== null && !isExempt),
    };
  };

  return {
    /** Records an attempt if every limit allows it. */
    reserve: (attempt: Attempt, windows: Windows): Promise<AttemptReservation> =>
      inOwnTransaction(async (trx) => {
        const { standing, isFull } = await readStanding(trx, attempt, windows);
        if (isFull) return { id: null, standing };
        const { accountKey, place, at } = attempt;
        const row = { account_key: accountKey, network: place, at: at.toISOString(), failed: null };
        const { id } = await trx.insertInto('login_attempts').values(row).returning('id').executeTakeFirstOrThrow();
        return { id, standing };
      }),

    /**
     * Counts a network's request, unless it has reached its limit. The row is not a failure, so it locks no sign-in.
     * @returns the time of the request that must expire first; null if this one is counted
     */
    countRequest: (kind: RequestKind, network: string, at: Date, { allowed, since }: AttemptWindow): Promise<string | null> =>
      inOwnTransaction(async (trx) => {
        const { rows } = await sql<{ at: string }>`
          select at from login_attempts where network = ${network} and account_key = ${kind} and at > ${since.toISOString()}
          order by at desc, id desc offset ${allowed - 1}::int limit 1`.execute(trx);
        if (rows[0]) return rows[0].at;
        await trx.insertInto('login_attempts').values({ account_key: kind, network, at: at.toISOString(), failed: false }).execute();
        return null;
      }),

    succeed: async (id: number): Promise<void> => {
      await query.updateTable('login_attempts').set({ failed: false }).where('id', '=', id).execute();
    },

    /** @returns the limits that apply to the next attempt */
    fail: (id: number, attempt: Attempt, windows: Windows): Promise<SignInStanding> =>
      inOwnTransaction(async (trx) => {
        await trx.updateTable('login_attempts').set({ failed: true }).where('id', '=', id).execute();
        return (await readStanding(trx, attempt, windows)).standing;
      }),

    /** Deletes an attempt whose password was never checked. */
    forget: async (id: number): Promise<void> => {
      await query.deleteFrom('login_attempts').where('id', '=', id).execute();
    },

    /** Clears failures when an admin sets a new password or lifts a lock. @returns how many */
    clearFailures: async (accountKey: string): Promise<number> => {
      const { rows } = await sql`delete from login_attempts where account_key = ${accountKey} and failed is not false returning id`.execute(
        query,
      );
      return rows.length;
    },

    /** The accounts for which a sign-in would be refused somewhere, because too many failed from one place or from all places together. */
    lockedAccounts: async ({ pair, strained, lost }: Windows): Promise<ReadonlySet<string>> => {
      const hasFailed = hasFailedBy(lost);
      const isRecent = sql`a.at > ${pair.since.toISOString()} and a.id > coalesce((select max(s.id) from login_attempts s
        where s.account_key = a.account_key and s.network = a.network and not s.failed), 0)`;
      const { rows } = await sql<{ account_key: string }>`
        select account_key from login_attempts a where ${hasFailed} and ${isRecent}
          group by account_key, network having count(*) >= ${pair.allowed}
        union select account_key from login_attempts where ${hasFailed} and at > ${strained.since.toISOString()}
          and not starts_with(network, ${DEVICE}) group by account_key having count(*) >= ${strained.allowed}`.execute(query);
      return new Set(rows.map(({ account_key }) => account_key));
    },

    /** True if more than `maxFailures` sign-ins failed since then, across all accounts. */
    hasFailed: async (maxFailures: number, since: Date): Promise<boolean> => {
      const { rows } = await sql`
        select 1 from login_attempts where failed and at > ${since.toISOString()} offset ${maxFailures} limit 1`.execute(query);
      return rows.length > 0;
    },

    sweep: async (before: Date): Promise<void> => {
      await query.deleteFrom('login_attempts').where('at', '<', before.toISOString()).execute();
    },
  };
};
