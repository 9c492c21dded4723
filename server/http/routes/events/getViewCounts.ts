import { EventViewCounts } from '../../../../contract/entities/event.ts';
import { countViews } from '../../../domain/events/eventViewCounts.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

/** Counts for the built-in views of the Events page. */
export const getViewCountsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/events/views',
    {
      config: { permission: 'event:read' },
      schema: {
        operationId: 'getEventViewCounts',
        summary: 'Count the events of each built-in view',
        tags: ['events'],
        response: answers({ 200: EventViewCounts }),
      },
    },
    () => countViews(services),
  );
};
