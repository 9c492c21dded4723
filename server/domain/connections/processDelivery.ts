import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import type { ConnectionDeps } from './connected.ts';
import { startDueSync } from './startSync.ts';

/** Syncs the connections a signed delivery concerns: its own, or each one sharing the operator's app, even if its own was deleted. */
export const processDelivery = async (deps: ConnectionDeps, connectionId: number, body: string): Promise<void> => {
  const { store, outside } = deps;
  const own = await store.connections.kindOf(connectionId);
  const connector = own && outside.connectors[own.kind as ConnectionKind];
  if (!own || !connector?.receive) return;
  const isConcerned = connector.webhookToken
    ? ({ kind }: ConnectionRow): boolean => kind === own.kind
    : ({ id }: ConnectionRow): boolean => id === connectionId;
  for (const connection of (await store.connections.all()).filter(isConcerned))
    if (connector.receive(connection, body)) await startDueSync(deps, connection.id);
};
