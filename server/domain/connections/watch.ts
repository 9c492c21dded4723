import type { ConnectionKind } from '../../../contract/entities/connection.ts';
import { messages } from '../../../contract/messages.ts';
import { endsWithinNotice } from '../../../contract/rules/connections/signInEnds.ts';
import { dayText } from '../../../contract/rules/time/dayText.ts';
import type { ConnectionRow } from '../../db/repositories/connections/connections.ts';
import { notify } from '../notifications/notify.ts';
import { DAY, HOUR, plusMs } from '../shared/clock.ts';
import { Problem } from '../shared/problem.ts';
import { type ConnectionDeps, createConnectedContext, dropPending } from './connected.ts';
import { refusalKind } from './connector.ts';
import { noteConnectionFailure } from './health.ts';

/** Job for a scheduled sync. */
export const DUE_JOB = 'connection_due';
/** Job that checks every connection. */
export const WATCH_JOB = 'connections_watch';

/** An unfinished sign-in releases its suffix after this time. */
const PENDING_MS = HOUR;

/** Notifies administrators once, in time, that a sign-in is about to expire. */
const notifyExpiry = ({ store }: ConnectionDeps, { id, name, kind, settings: { expires_at } }: ConnectionRow, at: Date): Promise<void> =>
  store.transaction(async (tx) => {
    const to = await tx.periods.peopleOf(['admin']);
    const day = dayText(String(expires_at).slice(0, 10));
    const subject = { kind: 'connection', id, tab: kind } as const;
    await notify(tx, 'signInEnds', { subject, occurrence: `ends ${day}`, words: { connection: name, day } }, { to, at, channels: true });
  });

/** Calls every connection once a day, so that no provider expires its sign-in for inactivity; deletes unfinished sign-ins. */
export const watchConnections = async (deps: ConnectionDeps, log: (error: unknown) => void): Promise<void> => {
  const { store, clock, outside } = deps;
  const at = clock();
  for (const connection of await store.connections.all()) {
    if (connection.state === 'pending') await dropPending(deps, connection.id, plusMs(at, -PENDING_MS));
    if (connection.state === 'connected' && endsWithinNotice(connection.settings.expires_at, at)) await notifyExpiry(deps, connection, at);
    const keepAlive = outside.connectors[connection.kind as ConnectionKind]?.keepAlive;
    const last = connection.kept_alive_at ?? connection.created_at;
    if (!keepAlive || !['connected', 'error'].includes(connection.state) || plusMs(new Date(last), DAY) > at) continue;
    try {
      await keepAlive(await createConnectedContext(deps, connection));
      await store.connections.change(connection.id, { kept_alive_at: at.toISOString() }, at);
    } catch (error) {
      log(error);
      const kind = refusalKind(error);
      if (kind === 'auth_expired' || kind === 'permission')
        await noteConnectionFailure(deps, connection.id, {
          kind,
          sentence: error instanceof Problem ? error.message : messages.connections.syncFailed,
        });
    }
  }
};
