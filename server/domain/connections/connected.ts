import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import { type ConnectionEvent, type ConnectionState, connectionLifecycle } from '../../../contract/lifecycles/connection.ts';
import { step } from '../../../contract/lifecycles/step.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { Repositories } from '../../db/repositories/store.ts';
import { currentConfig } from '../plans/config.ts';
import { plusMs } from '../shared/clock.ts';
import { notFoundProblem } from '../shared/problem.ts';
import type { Connected, Connector } from './connector.ts';
import type { OutsideServices } from './outside.ts';

export type ConnectionDeps = Pick<OutsideServices, 'store' | 'clock' | 'vault' | 'outside'>;

/** The vault key of a connection's secret. */
export const secretNameOf = (connectionId: number, field: string): string => `connection:${connectionId}:${field}`;
/** The prefix of all a connection's vault keys. */
export const secretPrefixOf = (connectionId: number): string => secretNameOf(connectionId, '');

/** The state after the event; null if the transition is not allowed. */
export const connectionAfter = (state: ConnectionState, type: ConnectionEvent['type']): ConnectionState | null =>
  step(connectionLifecycle, state, { type }, {}) as ConnectionState | null;

/** @throws Problem 404 if this server has no connector of the kind */
export const connectorOf = ({ outside }: Pick<ConnectionDeps, 'outside'>, kind: string): Connector => {
  const connector = outside.connectors[kind as ConnectionKind];
  if (!connector) throw notFoundProblem('integration');
  return connector;
};

/** The context a connector gets for one connection. */
export const createConnectedContext = async (deps: ConnectionDeps, connection: ConnectionRow, signal?: AbortSignal): Promise<Connected> => {
  const { store, clock, vault, outside } = deps;
  const { id } = connection;
  return {
    connection,
    outgoing: (options) => outside.outgoing({ store, clock, connection, ...options }),
    secret: (field) => vault.open(store, secretNameOf(id, field)),
    keepSecret: async (field, text) => void (await vault.seal(store, secretNameOf(id, field), text, clock())),
    replaceSecret: (field, version, text) => vault.replaceIfVersion(store, secretNameOf(id, field), version, text, clock()),
    lease: async (ms) => {
      const until = plusMs(clock(), ms);
      return (await store.connections.lease(id, clock(), until)) ? () => store.connections.endLease(id, until) : null;
    },
    existingIds: (kind) => store.outsideMoney.knownIds(id, kind),
    clock,
    zone: (await currentConfig(store)).config.timezone,
    ...(signal ? { signal } : {}),
  };
};

/** An existing connection of the kind. @throws Problem 404 */
export const findConnection = async ({ store }: Pick<ConnectionDeps, 'store'>, kind: string, id: number | null): Promise<ConnectionRow> => {
  const row = id === null ? undefined : await store.connections.byId(id);
  if (!row || row.kind !== kind) throw notFoundProblem('integration');
  return row;
};

/** The current connection, locked until the transaction ends. @throws Problem 404 if it was removed in the meantime */
export const lockConnection = async ({ connections }: Pick<Repositories, 'connections'>, id: number): Promise<ConnectionRow> => {
  const row = await connections.lock(id);
  if (!row) throw notFoundProblem('integration');
  return row;
};

/** Removes a connection that was never completed, with its secrets, unless it has connected since or started after `startedBefore`. */
export const dropPending = (
  { store, vault }: Pick<ConnectionDeps, 'store' | 'vault'>,
  id: number,
  startedBefore: Date | null = null,
): Promise<void> =>
  store.transaction(async (tx) => {
    if (await tx.connections.remove(id, startedBefore)) await vault.forget(tx, secretPrefixOf(id));
  });
