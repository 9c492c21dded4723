import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { messages } from '../../../contract/messages.ts';
import { Problem } from '../../domain/shared/problem.ts';
import type { ServerApp } from '../app.types.ts';
import { answerProblem } from './errorHandler.ts';

/** Null if no route has this path. */
export type WrongMethod = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;

const isApiPath = (path: string): boolean => /^\/(api\/v1\/|healthz$|readyz$)/.test(path);
/** The paths matched by a route such as `/users/:id`. */
const patternOf = (url: string): RegExp => new RegExp(`^${url.replaceAll('.', '\\.').replace(/:[^/]+/g, '[^/]+')}$`);

/**
 * Answers 405 with Allow if the path exists but not with this method, even before sign-in: the list of routes is public
 * (/api/docs). OPTIONS gets the same list with 204.
 */
export const addMethods = (app: ServerApp): WrongMethod => {
  const routesByPath = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    if (!isApiPath(url)) return;
    const route = routesByPath.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const verb of [method].flat()) route.methods.add(verb);
    routesByPath.set(url, route);
  });
  const methodsAt = (path: string): string[] => [
    ...new Set([...routesByPath.values()].filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods])),
  ];
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = isApiPath(path) ? methodsAt(path) : [];
    if (allowed.length === 0) return null;
    reply.header('allow', [...allowed, 'OPTIONS'].sort().join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    return answerProblem(new Problem(405, 'method_not_allowed', messages.server.wrongMethod), request, reply);
  };
};
