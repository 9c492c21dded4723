import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { LiveChange } from '../../../../contract/entities/live.ts';
import { createChangePoller } from '../../../domain/live/changePoller.ts';
import { readChangeFor, readNews, readSeen } from '../../../domain/live/readChanges.ts';
import { streamChanges } from '../../../domain/live/stream.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  since: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,6000}$', description: '`at` of the last change received' })),
});
const Stream = {
  description: 'Blocks "data: {…}", each what GET /api/v1/changes answers; ":" says that it lives.',
  content: { 'text/event-stream': { schema: Type.String() } },
};
const config = { permission: 'live:use' } as const;
const tags = ['live'];

/** decisions 6.05: other people's changes as a stream, or by polling where proxies block streams. */
export const getChangesRoute: Route = (app, services) => {
  const poller = createChangePoller({
    read: (position) => readNews(services, position),
    log: (error) => app.log.error({ err: error }, 'changes unread'),
    isServing: services.isServing,
    pace: services.pace,
  });
  app.addHook('preClose', async () => poller.stop());
  app.get(
    '/api/v1/changes',
    {
      config,
      schema: {
        operationId: 'getChanges',
        summary: 'List changes since a position',
        tags,
        querystring: Query,
        response: answers({ 200: LiveChange }),
      },
    },
    async (request) => {
      const { since: position } = request.query;
      return readChangeFor(services, principalIn(request), await readNews(services, position === undefined ? null : readSeen(position)));
    },
  );
  app.get(
    '/api/v1/stream',
    {
      config,
      schema: {
        operationId: 'getStream',
        summary: 'Stream changes as events; the stream ends with the access token',
        tags,
        querystring: Query,
        response: { ...answers({}), 200: Stream },
      },
    },
    async (request, reply) => {
      const principal = principalIn(request);
      const position = request.query.since === undefined ? null : readSeen(request.query.since);
      const subscription = poller.join(principal.userId);
      reply.raw.once('close', subscription.leave);
      const requester = { principal, authorization: request.headers.authorization, since: position };
      return (
        reply
          .type('text/event-stream; charset=utf-8')
          // No proxy may buffer it, and a stopping server must not wait for an idle connection.
          .headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', connection: 'close' })
          .send(Readable.from(streamChanges(services, subscription, requester), { objectMode: false }) as never)
      );
    },
  );
};
