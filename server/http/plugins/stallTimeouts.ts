import { Socket } from 'node:net';
import type { ServerApp } from '../app.types.ts';

export type AnswerLimits = Readonly<{ stalledMs: number; wholeMs: number }>;

/**
 * Ends the connection of a client that reads nothing of its response for `stalledMs`, at most twice that: without a limit it would hold its
 * socket and the response forever. Node counts progress, so a slow download continues; heartbeats keep a stream open. A client that keeps
 * sending counts as active, so no response but a stream may take longer than `wholeMs`. After the response, Node sets the time limit of
 * idle connections again.
 */
export const addStallTimeouts = (app: ServerApp, { stalledMs, wholeMs }: AnswerLimits): void => {
  app.addHook('onSend', (request, reply, _payload, callback) => {
    const { socket } = request.raw;
    // Injected requests have no socket.
    if (socket instanceof Socket) {
      socket.setTimeout(stalledMs);
      if (!String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
        const ending = setTimeout(() => socket.destroy(), wholeMs).unref();
        reply.raw.once('close', () => clearTimeout(ending));
      }
    }
    callback();
  });
};
