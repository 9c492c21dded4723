import { once } from 'node:events';
import { Server, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { ServerApp } from '../http/app.types.ts';
import type { StopPhase } from '../http/plugins/stopping.ts';

/** A turn of the event loop shorter than this did no work. */
const QUIET_TURN_MS = 0.5;
const MAX_QUIET_WAIT_MS = 1000;
/** How long to wait for the next connection. */
const NEXT_CONNECTION_MS = 50;
/** How long connections without a request stay open after the listener was closed. */
const KEEP_OPEN_MS = { min: 300, max: 3000 } as const;

export const waitAtMost = async (work: Promise<unknown>, ms: number): Promise<void> => {
  const lateConnections = new AbortController();
  await Promise.race([work, pause(ms, undefined, { signal: lateConnections.signal }).catch(() => {})]).finally(() =>
    lateConnections.abort(),
  );
};

/** Open connections that have sent no request yet: browsers open some in advance. */
const trackSilentSockets = (app: ServerApp): ReadonlySet<Socket> => {
  const silentSockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silentSockets.add(socket);
    socket.once('close', () => silentSockets.delete(socket));
  });
  app.server.on('request', ({ socket }) => silentSockets.delete(socket));
  return silentSockets;
};

/**
 * Waits for an event-loop turn that accepts no connection, because closing a listener resets connections still in its queue.
 * Right after one has arrived, another is least likely to be queued.
 */
const waitUntilQuiet = async (app: ServerApp): Promise<void> => {
  await waitAtMost(once(app.server, 'connection'), NEXT_CONNECTION_MS);
  let acceptedCount = 0;
  const countConnection = () => {
    acceptedCount += 1;
  };
  app.server.on('connection', countConnection);
  const end = performance.now() + MAX_QUIET_WAIT_MS;
  for (let startedAt = performance.now(), before = -1; startedAt < end; startedAt = performance.now()) {
    before = acceptedCount;
    await nextTurn();
    if (acceptedCount === before && performance.now() - startedAt < QUIET_TURN_MS) break;
  }
  app.server.off('connection', countConnection);
};

/** Stops a listening app: hooks read `phase`; `stop` runs through the phases and resolves after the last response. */
export const createStopper = () => {
  let phase: StopPhase = 'serving';
  let silentSockets: ReadonlySet<Socket> = new Set();
  return {
    phase: () => phase,
    watch: (app: ServerApp): void => {
      silentSockets = trackSilentSockets(app);
    },
    stop: async (app: ServerApp, drainMs: number): Promise<void> => {
      phase = 'leaving';
      if (drainMs > 0) await pause(drainMs);
      phase = 'refusing';
      await waitUntilQuiet(app);
      // Not the HTTP server's own close, which cuts idle connections immediately, although a request may be on its way on one of them.
      const serverClosed = new Promise<void>((resolve) => void Server.prototype.close.call(app.server, () => resolve()));
      await waitAtMost(serverClosed, drainMs > 0 ? KEEP_OPEN_MS.max : KEEP_OPEN_MS.min);
      for (const socket of silentSockets) socket.destroy();
      await app.close();
    },
  };
};
