import { finished } from 'node:stream/promises';
import { messages } from '../../../contract/messages.ts';
import { Problem } from '../../domain/shared/problem.ts';
import type { ServerApp } from '../app.types.ts';

/**
 * The phases of a shutdown. `leaving`: everything still works, but /readyz fails, so that a load balancer routes people elsewhere, and each
 * connection closes after its response. `refusing`: new requests get 503; those in progress are finished.
 */
export type StopPhase = 'serving' | 'leaving' | 'refusing';

const RETRY_S = 1;
const stoppingProblem = (): Problem => new Problem(503, 'stopping', messages.server.stopping, { retryAfter: RETRY_S });

/** decisions 1.06: a shutdown lets requests finish, and its refusals have our own error shape. */
export const addStopping = (app: ServerApp, phase: () => StopPhase): void => {
  app.addHook('onRequest', async ({ routeOptions }) => {
    const now = phase();
    if (now === 'refusing' || (now === 'leaving' && routeOptions.url === '/readyz')) throw stoppingProblem();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (phase() === 'serving') return payload;
    // A connection closed with unread bytes is reset, and its response may be lost.
    if (!request.raw.complete) await finished(request.raw.resume(), { writable: false }).catch(() => {});
    reply.header('connection', 'close');
    return payload;
  });
};
