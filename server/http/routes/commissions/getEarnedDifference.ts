import { Type } from 'typebox';
import { EarnedDifference } from '../../../../contract/entities/explanation.ts';
import { readEarnedDifference } from '../../../domain/commissions/earnedDifference.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, queryParameters, ScopeParameter, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  user_id: Type.Optional(UserIdParameter),
  scope: Type.Optional(ScopeParameter),
});

/** decisions 2.05 */
export const getEarnedDifferenceRoute: Route = (app, services) => {
  app.get(
    '/api/v1/commissions/difference',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getEarnedDifference',
        summary: 'Adjustments that make Earned and Total of a range differ',
        tags: ['commissions'],
        querystring: Query,
        response: answers({ 200: EarnedDifference }),
      },
    },
    (request) => readEarnedDifference(services, principalIn(request).actor, request.query),
  );
};
