import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { fill, messages as t } from '../../../contract/messages.ts';
import { Problem } from '../../domain/shared/problem.ts';
import type { ServerApp } from '../app.types.ts';

const { atOnce, waiting: maxWaiting, heavyAtOnce, heavyPerServer } = limits.requests;
const RETRY_S = 1;

/** `heavy`: the call reads or computes a whole range, so few of them run at once. */
export type Weight = 'light' | 'heavy';
type WaitingRequest = Readonly<{ weight: Weight; start: () => void }>;
type CallerQueue = { readonly running: Record<Weight, number>; readonly waiting: WaitingRequest[] };
type EndTurn = () => void;

const tooManyRequests = (): Problem =>
  new Problem(429, 'too_many_requests', fill(t.refusals.requests, { most: atOnce + maxWaiting }), { retryAfter: RETRY_S });

const runningIn = ({ running }: CallerQueue): number => running.light + running.heavy;
const canRun = (line: CallerQueue, weight: Weight): boolean =>
  runningIn(line) < atOnce && (weight === 'light' || line.running.heavy < heavyAtOnce);

/** Up to `size` at a time, the others in order of arrival. */
const createSlots = (size: number) => {
  const waiting: (() => void)[] = [];
  let used = 0;
  return {
    take: async (): Promise<void> => {
      if (used >= size) return new Promise((start) => waiting.push(start));
      used += 1;
    },
    release: (): void => {
      const next = waiting.shift();
      if (next) next();
      else used -= 1;
    },
  };
};

/** One queue per person and one for all API tokens of a person, in order of arrival. */
const createTurns = () => {
  const lines = new Map<number, CallerQueue>();
  // Each person has at most `heavyAtOnce` calls in this queue, so first come, first served is fair.
  const heavySlots = createSlots(heavyPerServer);

  const endTurn = (callerId: number, line: CallerQueue, weight: Weight): void => {
    if (weight === 'heavy') heavySlots.release();
    line.running[weight] -= 1;
    // Starts the next in line at once, so that a newcomer cannot jump the queue.
    const index = line.waiting.findIndex((next) => canRun(line, next.weight));
    const [next] = index < 0 ? [] : line.waiting.splice(index, 1);
    if (!next) {
      if (runningIn(line) === 0) lines.delete(callerId);
      return;
    }
    line.running[next.weight] += 1;
    next.start();
  };

  /** @throws Problem 429 if the caller's queue is full */
  return async (callerId: number, weight: Weight): Promise<EndTurn> => {
    const line = lines.get(callerId) ?? { running: { light: 0, heavy: 0 }, waiting: [] };
    lines.set(callerId, line);
    if (canRun(line, weight)) line.running[weight] += 1;
    else if (line.waiting.length >= maxWaiting) throw tooManyRequests();
    else await new Promise<void>((start) => line.waiting.push({ weight, start }));
    if (weight === 'heavy') await heavySlots.take();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      endTurn(callerId, line, weight);
    };
  };
};

/**
 * Limits each person's parallel requests (decisions 1.08): a few run at once, only one of them heavy; some more wait, and the rest get 429.
 * A turn lasts until the response is sent, so a stream or a slow download holds none; if the caller disconnects, it lasts until the work
 * ends.
 */
export const addConcurrencyLimits = (app: ServerApp): void => {
  const beginTurn = createTurns();
  app.decorateRequest('endTurn', null);
  app.addHook('onRoute', (route) => {
    const handler: RouteHandlerMethod = route.handler;
    const weight = route.config?.weight ?? 'light';
    const runInTurn = async (request: FastifyRequest, reply: FastifyReply, callerId: number): Promise<unknown> => {
      const endTurn = await beginTurn(callerId, weight);
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
      // Programs do not delay their owner's own calls.
      return principal
        ? runInTurn(request, reply, principal.token ? -principal.userId : principal.userId)
        : handler.call(app as never, request, reply);
    };
  });
  app.addHook('onSend', (request, _reply, _payload, callback) => {
    request.endTurn?.();
    callback();
  });
};
