import type { PeopleFirst } from '../../domain/shared/peopleFirst.ts';
import type { App } from '../app.types.ts';

/** Each request is under way until its answer goes out; a stream, until it begins. */
export const addAttendance = (app: App, { enter }: PeopleFirst): void => {
  app.decorateRequest('leave', null);
  app.addHook('onRequest', (request, reply, done) => {
    request.leave = enter();
    // Of one that is given up nothing goes out.
    reply.raw.once('close', request.leave);
    done();
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.leave?.();
    done();
  });
};
