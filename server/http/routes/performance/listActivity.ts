import { Type } from 'typebox';
import { ActivityPage } from '../../../../contract/entities/goal.ts';
import { listActivity as list } from '../../../domain/performance/listActivity.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  user_id: Type.Optional(UserIdParameter),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$', description: 'a cursor of this list' })),
});

/** Available with the feature `activity` (spec 2.42). */
export const listActivityRoute: Route = (app, services) => {
  app.get(
    '/api/v1/activity',
    {
      config: { permission: 'commission:read', joins: ['deal:read'] },
      schema: {
        operationId: 'listActivity',
        summary: "What happened to a person's work",
        tags: ['performance'],
        querystring: Query,
        response: answers({ 200: ActivityPage }),
      },
    },
    (request) => {
      const { actor, heads } = principalIn(request);
      return list(services, actor, request.query, heads);
    },
  );
};
