import { readPrincipal } from '../../domain/session/principal.ts';
import type { Services } from '../../domain/shared/services.ts';
import type { ServerApp } from '../app.types.ts';

/** Finds the caller of every request that is not public. */
export const addAuthentication = (app: ServerApp, services: Pick<Services, 'store' | 'clock'>): void => {
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.permission === 'public') return;
    request.principal = await readPrincipal(services, request.headers.authorization);
  });
};
