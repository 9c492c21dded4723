import { Type } from 'typebox';
import { Performance } from '../../../../contract/entities/performance.ts';
import { readPerformance } from '../../../domain/performance/performance.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  user_id: Type.Optional(UserIdParameter),
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
});

/** spec 7.23 */
export const getPerformanceRoute: Route = (app, services) => {
  app.get(
    '/api/v1/analytics/performance',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getPerformance',
        summary: "A person's figures of a range",
        tags: ['performance'],
        querystring: Query,
        response: answers({ 200: Performance }),
      },
    },
    (request) => {
      const { actor, heads } = principalIn(request);
      return readPerformance(services, actor, request.query, heads);
    },
  );
};
