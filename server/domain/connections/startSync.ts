import type { SyncRun } from '../../../contract/entities/connection.ts';
import { fill, messages } from '../../../contract/messages.ts';
import { whenRoom } from '../../db/noRoom.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { SyncRunRow } from '../../db/repositories/connections/syncRuns.ts';
import type { Repositories, Store } from '../../db/repositories/store.ts';
import { Problem } from '../shared/problem.ts';
import { type Deps, findConnection } from './connected.ts';
import { syncRunOf } from './connectionView.ts';

export const SYNC_JOB = 'connection_sync';
/** The key under which one run of a connection lives at a time. */
export const syncKey = (connectionId: number): string => String(connectionId);

const text = messages.connections;

/** Puts a run down, or answers the one under way. Its job reads whatever run is live when it begins. */
export const putRun = async (within: Repositories, connection: ConnectionRow, by: number | null, at: Date): Promise<SyncRunRow> => {
  const title = fill(by === null ? text.runScheduled : text.runAsked, { name: connection.name });
  const fresh = await within.syncRuns.add(connection.id, title, by, at);
  const run = fresh ?? (await within.syncRuns.live(connection.id));
  if (!run) throw new Problem(409, 'sync_busy', text.busy);
  // Asked for again while its job ends, the job is done once more.
  const payload = { connection_id: connection.id };
  const { job } = await within.jobs.addKeyed(
    { kind: SYNC_JOB, key: syncKey(connection.id), payload, createdBy: by, again: fresh !== undefined },
    at,
  );
  if (run.job_id !== job.id) await within.syncRuns.change(run.id, { job_id: job.id });
  return { ...run, job_id: job.id };
};

/** Ends the runs whose job was given up, so that they hold nobody up. */
export const endLostRuns = (store: Pick<Store, 'syncRuns'>): Promise<void> => whenRoom(store.syncRuns.endLost(text.syncLost));

/**
 * Asks for a run (spec 7.11, decisions 7.07); one that is under way is answered.
 * @throws Problem 404, 409 where it has to be connected again first
 */
export const startSync = async (deps: Deps, kind: string, id: number | null, by: number): Promise<SyncRun> => {
  const { store, clock } = deps;
  const { id: known } = await findConnection(deps, kind, id);
  await endLostRuns(store);
  const run = await store.transaction(async (within) => {
    const connection = await within.connections.lock(known);
    if (!connection || connection.state === 'pending' || connection.state === 'expired')
      throw new Problem(409, 'not_connected', fill(text.notConnected, { name: connection?.name ?? '' }));
    return putRun(within, connection, by, clock());
  });
  return syncRunOf(run);
};

/** A schedule fell: what is not connected any more is left alone. */
export const startDueSync = async ({ store, clock }: Pick<Deps, 'store' | 'clock'>, connectionId: number): Promise<void> => {
  await endLostRuns(store);
  await store.transaction(async (within) => {
    const connection = await within.connections.lock(connectionId);
    if (connection?.state === 'connected' || connection?.state === 'error') await putRun(within, connection, null, clock());
  });
};
