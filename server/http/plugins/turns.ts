import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { fill, messages as t } from '../../../contract/messages.ts';
import { Problem } from '../../domain/shared/problem.ts';
import type { ServerApp } from '../app.types.ts';

const { atOnce, waiting: maxWaiting } = limits.requests;
const RETRY_S = 1;

type CallerQueue = { running: number; readonly waiting: (() => void)[] };
type EndTurn = () => void;

const tooManyRequests = (): Problem =>
  new Problem(429, 'too_many_requests', fill(t.refusals.requests, { most: atOnce + maxWaiting }), { retryAfter: RETRY_S });

/** One queue per person and per API token, in order of arrival. */
const createTurns = () => {
  const lines = new Map<number, CallerQueue>();

  /** @throws Problem 429 if the caller's queue is full */
  return async (callerId: number): Promise<EndTurn> => {
    const line = lines.get(callerId) ?? { running: 0, waiting: [] };
    lines.set(callerId, line);
    if (line.running < atOnce) line.running += 1;
    else if (line.waiting.length >= maxWaiting) throw tooManyRequests();
    else await new Promise<void>((start) => line.waiting.push(start));
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = line.waiting.shift();
      // Hands the turn to the next in line, so that a newcomer cannot jump the queue.
      if (next) return next();
      line.running -= 1;
      if (line.running === 0) lines.delete(callerId);
    };
  };
};

/**
 * Limits each person's parallel requests: a few run at once, some more wait, and any beyond get 429. A turn lasts until the response is
 * sent, so a stream or a slow download holds none; if the caller disconnects, it lasts until the work ends.
 */
export const addTurns = (app: ServerApp): void => {
  const beginTurn = createTurns();
  app.decorateRequest('endTurn', null);
  app.addHook('onRoute', (route) => {
    const handler: RouteHandlerMethod = route.handler;
    const runInTurn = async (request: FastifyRequest, reply: FastifyReply, callerId: number): Promise<unknown> => {
      const endTurn = await beginTurn(callerId);
      request.endTurn = endTurn;
      try {
        if (reply.raw.destroyed) return void reply.hijack();
        return await handler.call(app as never, request, reply);
      } finally {
        endTurn();
      }
    };
    route.handler = (request, reply) => {
      const { principal } = request;
      // A program's calls do not delay its owner's.
      return principal
        ? runInTurn(request, reply, principal.token ? -principal.token.id : principal.userId)
        : handler.call(app as never, request, reply);
    };
  });
  app.addHook('onSend', (request, _reply, _payload, callback) => {
    request.endTurn?.();
    callback();
  });
};
