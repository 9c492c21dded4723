import type { RequestPriority } from '../../domain/shared/requestPriority.ts';
import type { ServerApp } from '../app.types.ts';

/** A request counts as in progress until its response is sent; a stream, until it starts. */
export const addRequestTracking = (app: ServerApp, { enter }: RequestPriority): void => {
  app.decorateRequest('leave', null);
  app.addHook('onRequest', (request, reply, callback) => {
    request.leave = enter();
    // An aborted request never sends a response.
    reply.raw.once('close', request.leave);
    callback();
  });
  app.addHook('onSend', (request, _reply, _payload, callback) => {
    request.leave?.();
    callback();
  });
};
