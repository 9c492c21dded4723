import type { FastifyServerOptions } from 'fastify';
import type { LogLevel } from '../../start/environment.ts';
import type { ServerApp } from '../app.types.ts';

/** An allow-list: fields not named here are never logged. PostgreSQL puts values into `detail`, so it is left out. */
const errorFields = (error: Error & { code?: string }) => ({
  type: error.name,
  message: error.message,
  code: error.code,
  stack: error.stack ?? '',
});

export const loggerOptions = (level: LogLevel): FastifyServerOptions['logger'] => ({
  level,
  serializers: { err: errorFields, req: () => ({}), res: () => ({}) },
});

/** One line per response: who, what, how long. The path is the route's pattern, so no id, query or body is logged. */
export const addRequestLog = (app: ServerApp): void => {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.is404 ? null : (request.routeOptions.url ?? null);
    const facts = { route, method: request.method, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 };
    request.log.info({ ...facts, user: request.principal?.actor.id ?? null, network: request.ip }, 'answered');
  });
};
