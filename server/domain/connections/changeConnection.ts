import type { Integration, SyncFrequency } from '../../../contract/entities/connection.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { Problem } from '../shared/problem.ts';
import { type ConnectionDeps, connectorOf, createConnectedContext, findConnection, lockConnection, secretPrefixOf } from './connected.ts';
import { integrationOf, integrationsOf, scheduleOf } from './connectionView.ts';
import { refusalKind } from './connector.ts';
import { noteConnectionFailure, noteSuccess } from './health.ts';
import type { Requester } from './requester.ts';
import { endLostRuns, SYNC_JOB, syncKey } from './startSync.ts';
import { DUE_JOB } from './watch.ts';

const SYNC_INTERVAL_S: Readonly<Record<Exclude<SyncFrequency, 'manual'>, number>> = { realtime: 300, hourly: 3600, daily: 86_400 };

/** @throws Problem 404 */
export const listConnections = async (deps: ConnectionDeps, kind: string): Promise<Integration[]> => {
  const connector = connectorOf(deps, kind);
  await endLostRuns(deps.store);
  return integrationsOf(deps, await deps.store.connections.ofKind(connector.kind));
};

/** Updates the connection's schedule to its frequency. */
export const scheduleSyncs = async (
  { schedules }: Pick<Repositories, 'schedules'>,
  { id, frequency }: ConnectionRow,
  at: Date,
): Promise<void> => {
  const name = scheduleOf(id);
  if (frequency === 'manual') return schedules.remove(name);
  await schedules.ensure({ name, kind: DUE_JOB, payload: { connection_id: id }, everySeconds: SYNC_INTERVAL_S[frequency] }, at);
};

/** Makes one test call and returns the outcome (spec 7.10). @throws Problem 404 */
export const testConnection = async (deps: ConnectionDeps, kind: string, id: number | null): Promise<Integration> => {
  const { store, clock } = deps;
  const connection = await findConnection(deps, kind, id);
  try {
    const info = await connectorOf(deps, kind).test(await createConnectedContext(deps, connection));
    await store.transaction(async (tx) => {
      await noteSuccess(tx, connection.id, {}, clock());
      // Loaded again: a user may have changed settings during the call.
      const now = info.settings && (await tx.connections.lock(connection.id));
      if (now)
        await tx.connections.change(
          connection.id,
          { ...(info.name ? { name: info.name } : {}), settings: { ...now.settings, ...info.settings } },
          clock(),
        );
    });
  } catch (error) {
    const message = error instanceof Problem ? error.message : null;
    if (message === null) throw error;
    await noteConnectionFailure(deps, connection.id, { kind: refusalKind(error), sentence: message, isTest: true });
  }
  return integrationOf(deps, await findConnection(deps, kind, id));
};

/** Sets how often it syncs automatically (decisions 7.07). @throws Problem 404 */
export const scheduleConnection = async (
  deps: ConnectionDeps,
  kind: string,
  id: number | null,
  frequency: SyncFrequency,
  { principal, origin }: Requester,
): Promise<Integration> => {
  const { store, clock } = deps;
  const { id: connectionId } = await findConnection(deps, kind, id);
  await store.transaction(async (tx) => {
    const before = await lockConnection(tx, connectionId);
    const row = await tx.connections.change(connectionId, { frequency }, clock());
    await scheduleSyncs(tx, row, clock());
    const entry = { actorId: principal.userId, action: 'connection.scheduled', entity: 'connection', entityId: String(connectionId) };
    await tx.audit.write({ ...entry, before: { frequency: before.frequency }, after: { frequency } }, origin, clock());
  });
  return integrationOf(deps, await findConnection(deps, kind, id));
};

/**
 * Saves the settings a user chose, such as mappings. The next sync reads everything again with them: an older run sees the changed
 * `chosen_version` and saves no checkpoint.
 * @throws Problem 404
 */
export const chooseSettings = async (
  deps: ConnectionDeps,
  kind: string,
  id: number | null,
  chosen: Readonly<Record<string, unknown>>,
  { principal, origin }: Requester,
): Promise<Integration> => {
  const { store, clock } = deps;
  const { id: connectionId } = await findConnection(deps, kind, id);
  await store.transaction(async (tx) => {
    const before = await lockConnection(tx, connectionId);
    const settings = { ...before.settings, ...chosen, chosen_version: before.version };
    await tx.connections.change(connectionId, { settings, checkpoint: null }, clock());
    const entry = { actorId: principal.userId, action: 'connection.settings', entity: 'connection', entityId: String(connectionId) };
    await tx.audit.write({ ...entry, after: chosen }, origin, clock());
  });
  return integrationOf(deps, await findConnection(deps, kind, id));
};

/** Deletes a connection with its secrets; imported data remains (decisions 7.04). @throws Problem 404 */
export const deleteConnection = async (
  deps: ConnectionDeps,
  kind: string,
  id: number | null,
  { principal, origin }: Requester,
): Promise<void> => {
  const { store, clock, vault } = deps;
  const connection = await findConnection(deps, kind, id);
  // Access is also revoked at the provider if possible; the secrets are deleted in any case.
  await connectorOf(deps, kind)
    .disconnect?.(await createConnectedContext(deps, connection))
    .catch(() => {});
  await store.transaction(async (tx) => {
    const at = clock();
    const now = await tx.connections.lock(connection.id);
    if (!now) return;
    await vault.forget(tx, secretPrefixOf(now.id));
    await tx.schedules.remove(scheduleOf(now.id));
    await tx.heldRecords.drop(now.id, null, principal.userId, at);
    const run = await tx.syncRuns.live(now.id);
    if (run) await tx.syncRuns.change(run.id, { state: 'cancelled', finished_at: at.toISOString() });
    const job = await tx.jobs.liveUnder(SYNC_JOB, syncKey(now.id));
    if (job?.state === 'queued') await tx.jobs.change(job.id, { state: 'cancelled', finished_at: at.toISOString() });
    await tx.connections.change(now.id, { state: 'gone', error: null }, at);
    const entry = { actorId: principal.userId, action: 'connection.deleted', entity: 'connection', entityId: String(now.id) };
    await tx.audit.write({ ...entry, before: { kind, name: now.name } }, origin, at);
  });
};
