import { EventTimeline } from '../../../../contract/entities/event.ts';
import { readEventTimeline } from '../../../domain/events/eventTimeline.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** Everything related to one event; money only for those who may read it (decisions 3.02). */
export const getTimelineRoute: Route = (app, services) => {
  app.get(
    '/api/v1/events/:id/timeline',
    {
      config: { permission: 'event:read' },
      schema: {
        operationId: 'getTimeline',
        summary: 'An event with its readiness and timeline',
        tags: ['events'],
        params: idParams,
        response: answers({ 200: EventTimeline }),
      },
    },
    (request) => readEventTimeline(services, principalIn(request).actor, rowId(request.params.id)),
  );
};
