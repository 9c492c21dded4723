import type { SyncRun } from '../../../contract/entities/connection.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { skipIfDiskFull } from '../../db/diskFull.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { SyncRunRow } from '../../db/repositories/connections/syncRuns.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import { Problem } from '../shared/problem.ts';
import { type ConnectionDeps, findConnection } from './connected.ts';
import { syncRunOf } from './connectionView.ts';

export const SYNC_JOB = 'connection_sync';
/** Job key that allows only one run per connection at a time. */
export const syncKey = (connectionId: number): string => String(connectionId);

const t = messages.connections;

/** Creates a run, or returns the active one. Its job executes whichever run is active when it starts. */
export const queueRun = async (tx: Repositories, connection: ConnectionRow, actorId: number | null, at: Date): Promise<SyncRunRow> => {
  const title = fill(actorId === null ? t.runScheduled : t.runAsked, { name: connection.name });
  const created = await tx.syncRuns.add(connection.id, title, actorId, at);
  const run = created ?? (await tx.syncRuns.live(connection.id));
  if (!run) throw new Problem(409, 'sync_busy', t.busy);
  // If requested again while its job is ending, the job runs once more.
  const payload = { connection_id: connection.id };
  const { job } = await tx.jobs.addKeyed(
    { kind: SYNC_JOB, key: syncKey(connection.id), payload, createdBy: actorId, again: created !== undefined },
    at,
  );
  if (run.job_id !== job.id) await tx.syncRuns.change(run.id, { job_id: job.id });
  return { ...run, job_id: job.id };
};

/** Ends runs whose job was abandoned, so that they do not block new ones. */
export const endLostRuns = (store: Pick<Store, 'syncRuns'>): Promise<void> => skipIfDiskFull(store.syncRuns.endLost(t.syncLost));

/**
 * Requests a run (spec 7.11, decisions 7.07), or returns the active one.
 * @throws Problem 404, 409 if it must be reconnected first
 */
export const startSync = async (deps: ConnectionDeps, kind: string, id: number | null, actorId: number): Promise<SyncRun> => {
  const { store, clock } = deps;
  const { id: connectionId } = await findConnection(deps, kind, id);
  await endLostRuns(store);
  const run = await store.transaction(async (tx) => {
    const connection = await tx.connections.lock(connectionId);
    if (!connection || connection.state === 'pending' || connection.state === 'expired')
      throw new Problem(409, 'not_connected', fill(t.notConnected, { name: connection?.name ?? '' }));
    return queueRun(tx, connection, actorId, clock());
  });
  return syncRunOf(run);
};

/** Starts a scheduled sync; disconnected connections are skipped. */
export const startDueSync = async ({ store, clock }: Pick<ConnectionDeps, 'store' | 'clock'>, connectionId: number): Promise<void> => {
  await endLostRuns(store);
  await store.transaction(async (tx) => {
    const connection = await tx.connections.lock(connectionId);
    if (connection?.state === 'connected' || connection?.state === 'error') await queueRun(tx, connection, null, clock());
  });
};
