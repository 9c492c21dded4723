import { type TProperties, Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import {
  activityTypes,
  EventPage,
  eventColumns,
  eventNeeds,
  eventSubsets,
  eventTextFilters,
  invoicedValues,
  yesNoUnknown,
} from '../../../../contract/entities/event.ts';
import { limits } from '../../../../contract/limits.ts';
import { type EventsQuery, listEvents as list } from '../../../domain/events/eventList.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, limitParameter, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const filterText = Type.Optional(Type.String({ maxLength: 100 }));
const optional = (names: readonly string[], schema: TProperties[string]): TProperties =>
  Object.fromEntries(names.map((name) => [name, schema]));

const Query = queryParameters({
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  sort_field: Type.Optional(oneOf(eventColumns)),
  sort_direction: Type.Optional(oneOf(['asc', 'desc'])),
  ...optional(eventTextFilters, filterText),
  activity_type: Type.Optional(oneOf(activityTypes)),
  reviewed: Type.Optional(oneOf(yesNoUnknown)),
  tech_setup_required: Type.Optional(oneOf(yesNoUnknown)),
  invoiced: Type.Optional(oneOf(invoicedValues)),
  only: Type.Optional(oneOf(eventSubsets)),
  ...optional(eventNeeds, Type.Optional(oneOf(['true', 'false']))),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,6000}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
});

/** spec 7.26: requests for further pages may send cursor and limit only. */
export const listEventsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/events',
    {
      config: { permission: 'event:read' },
      schema: {
        operationId: 'listEvents',
        summary: 'Events of a range, and their open tasks',
        tags: ['events'],
        querystring: Query,
        response: answers({ 200: EventPage }),
      },
    },
    (request) => {
      const { limit, ...query } = request.query as Omit<EventsQuery, 'limit'> & { limit?: string };
      return list(services, principalIn(request).actor, { ...query, limit: Number(limit ?? limits.events.pageSize) });
    },
  );
};
