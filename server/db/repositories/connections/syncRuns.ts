import { type Kysely, type Selectable, sql } from 'kysely';
import type { ConnectionKind } from '../../../../contract/entities/connection.ts';
import type { SyncRunState } from '../../../../contract/lifecycles/syncRun.ts';
import type { Schema, SyncRunsTable } from '../../schema/index.ts';

export type SyncRunRow = Omit<Selectable<SyncRunsTable>, 'state'> & Readonly<{ state: SyncRunState }>;
export type SyncRunChange = Partial<{
  state: SyncRunState;
  job_id: number;
  counts: Readonly<Record<string, number | null>>;
  differing_invoices: readonly string[];
  error: string | null;
  started_at: string;
  finished_at: string;
}>;

const KIND = 'sync';

/** Syncs of connections; a file import is also a run, of another kind. */
export const syncRunsRepository = (query: Kysely<Schema>) => {
  const selectRuns = () => query.selectFrom('sync_runs').selectAll().where('kind', '=', KIND);
  const toRun = async (rows: Promise<unknown>): Promise<SyncRunRow | undefined> => (await rows) as SyncRunRow | undefined;
  const toRuns = async (rows: Promise<unknown[]>): Promise<SyncRunRow[]> => (await rows) as SyncRunRow[];
  return {
    /** @returns undefined if a run is in progress */
    add: async (connectionId: number, title: string, actorId: number | null, now: Date): Promise<SyncRunRow | undefined> => {
      const { rows } = await sql<SyncRunRow>`
        insert into sync_runs (connection_id, kind, title, created_by, created_at) values (${connectionId}, ${KIND}, ${title}, ${actorId}, ${now.toISOString()})
        on conflict (connection_id) where state in ('queued','processing','undoing') do nothing returning *`.execute(query);
      return rows[0];
    },
    byId: (id: number) => toRun(selectRuns().where('id', '=', id).executeTakeFirst()),
    lock: (id: number) => toRun(selectRuns().where('id', '=', id).forUpdate().executeTakeFirst()),
    /** The run in progress. */
    live: (connectionId: number) =>
      toRun(selectRuns().where('connection_id', '=', connectionId).where('state', 'in', ['queued', 'processing']).executeTakeFirst()),
    liveOf: (connectionIds: readonly number[]) =>
      toRuns(
        selectRuns()
          .where('connection_id', 'in', [...connectionIds, 0])
          .where('state', 'in', ['queued', 'processing'])
          .execute(),
      ),
    /** The runs with these ids that belong to a connection of one of these kinds, including deleted connections. */
    ofKinds: (ids: readonly number[], kinds: readonly ConnectionKind[]) =>
      toRuns(
        selectRuns()
          .where('id', 'in', [...ids, 0])
          .where('connection_id', 'in', (eb) =>
            eb
              .selectFrom('connections')
              .select('id')
              .where('kind', 'in', [...kinds]),
          )
          .orderBy('id')
          .execute(),
      ),
    /** Newest first. */
    page: (connectionId: number, before: number | undefined, limit: number) =>
      toRuns(
        selectRuns()
          .where('connection_id', '=', connectionId)
          .$if(before !== undefined, (q) => q.where('id', '<', before ?? 0))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      ),
    change: async (id: number, { counts, differing_invoices: differingInvoices, ...change }: SyncRunChange): Promise<void> => {
      await query
        .updateTable('sync_runs')
        .set({
          ...change,
          ...(counts ? { counts: JSON.stringify(counts) } : {}),
          ...(differingInvoices ? { differing_invoices: JSON.stringify(differingInvoices) } : {}),
        })
        .where('id', '=', id)
        .execute();
    },
    /** Ends runs whose job has failed for good. */
    endLost: async (error: string): Promise<void> => {
      await sql`
        update sync_runs r set state = 'failed', error = coalesce(r.error, j.error, ${error}), finished_at = j.finished_at from jobs j
        where j.id = r.job_id and r.kind = ${KIND} and j.state in ('failed','cancelled') and r.state in ('queued','processing')`.execute(
        query,
      );
    },
  };
};
