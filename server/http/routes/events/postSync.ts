import { Type } from 'typebox';
import { EventSync } from '../../../../contract/entities/event.ts';
import { readEventsSync, startEventsSync } from '../../../domain/connections/syncEvents.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** spec 7.28, decisions 7.07: each source syncs in its own run; `events-sync` reports the progress. */
export const postSyncRoute: Route = (app, services) => {
  app.post(
    '/api/v1/events/sync',
    {
      config: { permission: 'event:sync' },
      schema: {
        operationId: 'postSync',
        summary: 'Sync events from the connected sources',
        tags: ['events'],
        response: answers({ 202: EventSync }),
      },
    },
    async (request, reply) => {
      const startResult = await startEventsSync(services, principalIn(request).userId);
      services.nudge?.();
      return reply.code(202).send(startResult);
    },
  );
  app.get(
    '/api/v1/events/sync/:id',
    {
      config: { permission: 'event:sync' },
      schema: {
        operationId: 'getSync',
        summary: 'Get the progress of an event sync',
        tags: ['events'],
        params: Type.Object({ id: Type.String({ maxLength: 1000, description: 'the id that the sync was answered with' }) }),
        response: answers({ 200: EventSync }),
      },
    },
    ({ params }) => readEventsSync(services, params.id),
  );
};
