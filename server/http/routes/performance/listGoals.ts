import { Type } from 'typebox';
import { GoalList } from '../../../../contract/entities/goal.ts';
import { listGoals as list } from '../../../domain/performance/listGoals.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({ user_id: Type.Optional(UserIdParameter), month: Type.Optional(DateParameter) });

/** Available with the feature `goals` (spec 2.42, decisions 3.04). */
export const listGoalsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/goals',
    {
      config: { permission: 'goal:read' },
      schema: {
        operationId: 'listGoals',
        summary: "A person's goals of a month",
        tags: ['goals'],
        querystring: Query,
        response: answers({ 200: GoalList }),
      },
    },
    (request) => {
      const { actor, heads } = principalIn(request);
      return list(services, actor, request.query, heads);
    },
  );
};
