import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import type { EventSync } from '../../../contract/entities/event.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { SyncRunRow } from '../../db/repositories/connections/syncRuns.ts';
import { isRowId } from '../shared/cursor.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { ConnectionDeps } from './connected.ts';
import { endLostRuns, queueRun } from './startSync.ts';

const t = messages.eventSync;
const MAX_RUNS = 100;

/** Kinds of connections that import events and shifts. */
const eventKinds = ({ outside }: Pick<ConnectionDeps, 'outside'>): ConnectionKind[] =>
  Object.values(outside.connectors).flatMap(({ kind, brings }) => (brings === 'events' ? [kind] : []));

const sum = (runs: readonly SyncRunRow[], name: string): number => runs.reduce((all, { counts }) => all + (counts[name] ?? 0), 0);

const sentenceOf = (runs: readonly SyncRunRow[], names: ReadonlyMap<number, string>, status: EventSync['status']): string => {
  const nameOf = ({ connection_id }: SyncRunRow): string => names.get(connection_id) ?? '';
  if (status === 'failed')
    return runs.flatMap((run) => (run.state === 'failed' ? [run.error ?? fill(t.failedOne, { name: nameOf(run) })] : [])).join(' ');
  if (status !== 'completed') return fill(t.started, { names: runs.map(nameOf).join(', ') });
  return fill(t.done, { created: sum(runs, 'created'), changed: sum(runs, 'changed'), unchanged: sum(runs, 'same') });
};

/** Combines the runs of one request; active until the last one has ended. */
const groupOf = (runs: readonly SyncRunRow[], names: ReadonlyMap<number, string>): EventSync => {
  const isOpen = runs.some(({ state }) => state === 'queued' || state === 'processing');
  const hasStarted = runs.some(({ state }) => state !== 'queued');
  const status = isOpen ? (hasStarted ? 'processing' : 'queued') : runs.some(({ state }) => state === 'failed') ? 'failed' : 'completed';
  const totals = runs.map(({ counts }) => counts.total ?? null);
  return {
    id: runs.map(({ id }) => id).join('-'),
    status,
    message: sentenceOf(runs, names, status),
    done: sum(runs, 'done'),
    // Unknown until every run has reported its own total.
    total: totals.includes(null) ? null : totals.reduce<number>((all, total) => all + (total ?? 0), 0),
  };
};

const namesOf = (connections: readonly ConnectionRow[]): ReadonlyMap<number, string> =>
  new Map(connections.map(({ id, name }) => [id, name]));

/**
 * Starts a sync for every connected sheet and shift schedule (spec 7.28, decisions 7.07); active runs join the group. Connections that must
 * be reconnected are skipped.
 */
export const startEventsSync = async (deps: Pick<ConnectionDeps, 'store' | 'clock' | 'outside'>, actorId: number): Promise<EventSync> => {
  const { store, clock } = deps;
  await endLostRuns(store);
  const all = (await Promise.all(eventKinds(deps).map((kind) => store.connections.ofKind(kind)))).flat();
  const syncable = all.filter(({ state }) => state === 'connected' || state === 'error');
  const runs: SyncRunRow[] = [];
  for (const { id } of syncable)
    await store.transaction(async (tx) => {
      const connection = await tx.connections.lock(id);
      if (connection) runs.push(await queueRun(tx, connection, actorId, clock()));
    });
  if (runs.length > 0) return groupOf(runs, namesOf(syncable));
  return { id: '0', status: 'completed', message: all.length === 0 ? t.noSource : t.expired, done: 0, total: 0 };
};

/** The progress of a request's runs. @throws Problem 404 */
export const readEventsSync = async (deps: Pick<ConnectionDeps, 'store' | 'outside'>, id: string): Promise<EventSync> => {
  const { store } = deps;
  const ids = id.split('-').map(Number);
  if (ids.length > MAX_RUNS || !ids.every(isRowId)) throw notFoundProblem('run');
  await endLostRuns(store);
  const runs = await store.syncRuns.ofKinds(ids, eventKinds(deps));
  if (runs.length === 0) throw notFoundProblem('run');
  return groupOf(runs, namesOf(await store.connections.all()));
};
