import { once } from 'node:events';
import { Server, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { ServerApp } from '../http/app.types.ts';
import type { StopPhase } from '../http/plugins/stopping.ts';

/** A turn of the event loop shorter than this did no work. */
const SHORT_MS = 0.5;
const QUIET_MS = 1000;
/** How long to wait for the next connection. */
const NEXT_MS = 50;
/** How long connections without a request stay open after the listener was closed. */
const LINGER_MS = { min: 300, max: 3000 } as const;

export const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  const lateConnections = new AbortController();
  await Promise.race([work, pause(ms, undefined, { signal: lateConnections.signal }).catch(() => {})]).finally(() =>
    lateConnections.abort(),
  );
};

/** Open connections without a request so far: browsers open some in advance. */
const silentOnes = (app: ServerApp): ReadonlySet<Socket> => {
  const silent = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
};

/**
 * Waits for an event-loop turn that accepts no connection, because closing a listener resets connections still in its queue.
 * Right after one has arrived, another is least likely to be queued.
 */
const quiet = async (app: ServerApp): Promise<void> => {
  await within(once(app.server, 'connection'), NEXT_MS);
  let accepted = 0;
  const take = () => {
    accepted += 1;
  };
  app.server.on('connection', take);
  const end = performance.now() + QUIET_MS;
  for (let began = performance.now(), before = -1; began < end; began = performance.now()) {
    before = accepted;
    await nextTurn();
    if (accepted === before && performance.now() - began < SHORT_MS) break;
  }
  app.server.off('connection', take);
};

/** Stops a listening app: hooks read `phase`; `stop` runs through the phases and resolves after the last response. */
export const stopper = () => {
  let phase: StopPhase = 'serving';
  let silent: ReadonlySet<Socket> = new Set();
  return {
    phase: () => phase,
    watch: (app: ServerApp): void => {
      silent = silentOnes(app);
    },
    stop: async (app: ServerApp, drainMs: number): Promise<void> => {
      phase = 'leaving';
      if (drainMs > 0) await pause(drainMs);
      phase = 'refusing';
      await quiet(app);
      // Not the HTTP server's own close, which cuts idle connections immediately, although a request may be on its way on one of them.
      const ended = new Promise<void>((resolve) => void Server.prototype.close.call(app.server, () => resolve()));
      await within(ended, drainMs > 0 ? LINGER_MS.max : LINGER_MS.min);
      for (const socket of silent) socket.destroy();
      await app.close();
    },
  };
};
