import { type Kysely, type Selectable, sql } from 'kysely';
import type { ConnectionKind, SyncFrequency } from '../../../../contract/entities/connection.ts';
import type { ConnectionState } from '../../../../contract/lifecycles/connection.ts';
import type { ConnectionsTable, Schema } from '../../schema/index.ts';

export type ConnectionRow = Selectable<ConnectionsTable>;
export type NewConnection = Readonly<{
  kind: ConnectionKind;
  name: string;
  suffix?: string | null;
  settings?: object;
  created_by: number;
  created_at: string;
}>;
export type ConnectionChange = Partial<{
  name: string;
  external_account: string | null;
  suffix: string | null;
  state: ConnectionState;
  settings: object;
  frequency: SyncFrequency;
  error: string | null;
  last_sync_at: string | null;
  last_test_at: string | null;
  checkpoint: unknown;
  brought: Readonly<Record<string, number>>;
  created_by: number;
  kept_alive_at: string | null;
}>;

const JSON_COLUMNS = new Set(['settings', 'brought', 'checkpoint']);
const toColumns = (change: ConnectionChange): object =>
  Object.fromEntries(
    Object.entries(change).map(([name, value]) => [name, JSON_COLUMNS.has(name) && value !== null ? JSON.stringify(value) : value]),
  );

/** Connected accounts; a deleted connection stays as `gone`, because imported rows refer to it. */
export const connectionsRepository = (query: Kysely<Schema>) => {
  const selectLive = () => query.selectFrom('connections').selectAll().where('state', '<>', 'gone').where('kind', '<>', 'files');
  return {
    /** The kind of a connection, even if it is deleted. */
    kindOf: async (id: number): Promise<Readonly<{ kind: string; isGone: boolean }> | undefined> => {
      const row = await query.selectFrom('connections').select(['kind', 'state']).where('id', '=', id).executeTakeFirst();
      return row && { kind: row.kind, isGone: row.state === 'gone' };
    },

    ofKind: (kind: ConnectionKind): Promise<ConnectionRow[]> => selectLive().where('kind', '=', kind).orderBy('id').execute(),
    all: (): Promise<ConnectionRow[]> => selectLive().orderBy('id').execute(),
    /** A connection, unless it is deleted. */
    byId: (id: number): Promise<ConnectionRow | undefined> => selectLive().where('id', '=', id).executeTakeFirst(),
    /** Like `byId`, locked until the transaction ends. */
    lock: (id: number): Promise<ConnectionRow | undefined> => selectLive().where('id', '=', id).forUpdate().executeTakeFirst(),
    /** The connection of this account in any state, including deleted. */
    ofAccount: (kind: ConnectionKind, account: string): Promise<ConnectionRow | undefined> =>
      query.selectFrom('connections').selectAll().where('kind', '=', kind).where('external_account', '=', account).executeTakeFirst(),
    /** Locked, so that it cannot be removed in the meantime. */
    lockSuffix: (suffix: string): Promise<ConnectionRow | undefined> =>
      selectLive().where(sql<boolean>`upper(suffix) = ${suffix.toUpperCase()}`).forUpdate().executeTakeFirst(),
    /** Finds and locks a connection by kind and name. */
    lockNamed: (kind: ConnectionKind, name: string): Promise<ConnectionRow | undefined> =>
      selectLive().where('kind', '=', kind).where(sql<boolean>`lower(name) = lower(${name})`).forUpdate().executeTakeFirst(),
    /** True if a connection of this name exists, ignoring case and deleted ones. */
    isNamed: async (kind: ConnectionKind, name: string): Promise<boolean> => {
      const row = await selectLive().where('kind', '=', kind).where(sql<boolean>`lower(name) = lower(${name})`).executeTakeFirst();
      return row !== undefined;
    },

    /** Pending until the outside system has accepted the sign-in. */
    add: ({ settings = {}, ...values }: NewConnection): Promise<ConnectionRow> =>
      query
        .insertInto('connections')
        .values({ ...values, settings: JSON.stringify(settings), state: 'pending', updated_at: values.created_at })
        .returningAll()
        .executeTakeFirstOrThrow(),

    change: async (id: number, change: ConnectionChange, now: Date): Promise<ConnectionRow> =>
      query
        .updateTable('connections')
        .set({ ...toColumns(change), version: sql`version + 1`, updated_at: now.toISOString() })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Stores the checkpoint for the next run; the version stays, because no person changed the connection. */
    keepCheckpoint: async (id: number, checkpoint: unknown): Promise<void> => {
      await query
        .updateTable('connections')
        .set({ checkpoint: JSON.stringify(checkpoint ?? null) })
        .where('id', '=', id)
        .execute();
    },
    addBrought: async (id: number, kind: string, count: number): Promise<void> => {
      await sql`
        update connections set brought = jsonb_set(brought, array[${kind}::text], to_jsonb(coalesce((brought->>${kind})::int, 0) + ${count}::int))
        where id = ${id}`.execute(query);
    },

    /**
     * Removes a pending connection.
     * @param startedBefore keeps connections updated since then
     * @returns false if it was kept or is no longer pending
     */
    remove: async (id: number, startedBefore: Date | null = null): Promise<boolean> => {
      const row = await query
        .deleteFrom('connections')
        .where('id', '=', id)
        .where('state', '=', 'pending')
        .$if(startedBefore !== null, (q) => q.where('updated_at', '<', (startedBefore as Date).toISOString()))
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Only one process at a time may exchange the token. @returns whether this one got the lease */
    lease: async (id: number, now: Date, until: Date): Promise<boolean> => {
      const row = await query
        .updateTable('connections')
        .set({ lease_until: until.toISOString() })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now.toISOString())]))
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },
    /** Ends the lease that ends at this time: after its expiry, another process may hold a new one. */
    endLease: async (id: number, until: Date): Promise<void> => {
      await query
        .updateTable('connections')
        .set({ lease_until: null })
        .where('id', '=', id)
        .where('lease_until', '=', until.toISOString())
        .execute();
    },
  };
};
