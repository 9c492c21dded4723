import { Socket } from 'node:net';
import type { ServerApp } from '../app.types.ts';

/**
 * Ends the connection of a client that takes nothing of its response for `stalledMs`: without a limit it would hold its socket and the
 * response forever. Node counts progress, so a slow download goes on; heartbeats keep a stream open. After the response, Node sets the
 * time limit of idle connections again.
 */
export const addStalled = (app: ServerApp, stalledMs: number): void => {
  app.addHook('onSend', (request, _reply, _payload, callback) => {
    // Injected requests have no socket.
    if (request.raw.socket instanceof Socket) request.raw.socket.setTimeout(stalledMs);
    callback();
  });
};
