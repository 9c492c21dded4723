import type { RequestPriority } from '../../domain/shared/requestPriority.ts';
import type { ServerApp } from '../app.types.ts';

/** A request counts as in progress until its response is sent; a stream, until it starts. */
export const addAttendance = (app: ServerApp, { enter }: RequestPriority): void => {
  app.decorateRequest('leave', null);
  app.addHook('onRequest', (request, reply, done) => {
    request.leave = enter();
    // An aborted request never sends a response.
    reply.raw.once('close', request.leave);
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.leave?.();
    done();
  });
};
