import { EventSync } from '../../../../contract/entities/event.ts';
import { startSync } from '../../../domain/events/eventSync.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** spec 7.28: a job, one at a time. */
export const postSync: Route = (app, services) => {
  app.post(
    '/api/v1/events/sync',
    {
      config: { permission: 'event:sync' },
      schema: {
        operationId: 'postSync',
        summary: 'Fetch events from the connected sources',
        tags: ['events'],
        response: answers({ 202: EventSync }),
      },
    },
    async (request, reply) => {
      const started = await startSync(services, principalIn(request));
      services.nudge?.();
      return reply.code(202).send(started);
    },
  );
};
