import { Type } from 'typebox';
import { Analytics, breakdowns } from '../../../../contract/entities/analytics.ts';
import { oneOf } from '../../../../contract/entities/common.ts';
import { readAnalytics } from '../../../domain/analytics/analytics.ts';
import { readStale } from '../../../domain/shared/readStale.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** Longer than any valid value; the domain refuses invalid ones with its own message. */
const MAX_OWNER_CHARS = 200;

const Query = queryParameters({
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  by: Type.Optional(oneOf(breakdowns)),
  of: Type.Optional(Type.String({ maxLength: MAX_OWNER_CHARS, description: 'team, person.<id> or territory.<name>; absent: everybody' })),
});

/** `analytics` (decisions 1.02) */
export const getAnalyticsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/analytics',
    {
      config: { permission: 'analytics:read', weight: 'heavy' },
      schema: {
        operationId: 'getAnalytics',
        summary: 'Figures of a range, broken down and compared',
        tags: ['analytics'],
        querystring: Query,
        response: answers({ 200: Analytics }),
      },
    },
    (request) => {
      const { actor, heads } = principalIn(request);
      return readStale(services, heads, (on, itsHeads) => readAnalytics(on, actor, request.query, itsHeads));
    },
  );
};
