import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import type { ConnectionDeps } from './connected.ts';
import { startDueSync } from './startSync.ts';

/** Syncs the connections a signed delivery concerns: its own, or each one sharing the operator's app. */
export const takeDelivery = async (deps: ConnectionDeps, connectionId: number, body: string): Promise<void> => {
  const { store, outside } = deps;
  const own = await store.connections.byId(connectionId);
  const connector = own && outside.connectors[own.kind as ConnectionKind];
  if (!own || !connector?.receive) return;
  const shared = connector.webhookToken ? (await store.connections.all()).filter(({ kind }) => kind === own.kind) : [own];
  for (const connection of shared) if (connector.receive(connection, body)) await startDueSync(deps, connection.id);
};
