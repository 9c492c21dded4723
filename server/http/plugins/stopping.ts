import { finished } from 'node:stream/promises';
import { messages } from '../../../contract/messages.ts';
import { Problem } from '../../domain/shared/problem.ts';
import type { App } from '../app.types.ts';

/**
 * How far a server is with stopping. `leaving`: it still does everything, but /readyz says no, so that a balancer sends people elsewhere,
 * and each connection ends with its answer. `refusing`: new requests get 503; those under way are finished.
 */
export type StopPhase = 'serving' | 'leaving' | 'refusing';

const RETRY_S = 1;
const refused = (): Problem => new Problem(503, 'stopping', messages.server.stopping, { retryAfter: RETRY_S });

/** decisions 1.06: nobody is cut off by a stop, and everybody is answered in our own shape. */
export const addStopping = (app: App, phase: () => StopPhase): void => {
  app.addHook('onRequest', async ({ routeOptions }) => {
    const now = phase();
    if (now === 'refusing' || (now === 'leaving' && routeOptions.url === '/readyz')) throw refused();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (phase() === 'serving') return payload;
    // A connection that ends with bytes unread is reset, and its answer may be lost with it.
    if (!request.raw.complete) await finished(request.raw.resume(), { writable: false }).catch(() => {});
    reply.header('connection', 'close');
    return payload;
  });
};
