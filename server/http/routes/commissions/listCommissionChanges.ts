import { Type } from 'typebox';
import { Waterfall } from '../../../../contract/entities/explanation.ts';
import { commissionChanges } from '../../../domain/commissions/explain/index.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, queryParameters, ScopeParameter, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  user_id: Type.Optional(UserIdParameter),
  scope: Type.Optional(ScopeParameter),
  since: Type.Optional(DateParameter),
});

/** Changes since the last statement (decisions 2.04). */
export const listCommissionChangesRoute: Route = (app, services) => {
  app.get(
    '/api/v1/commissions/changes',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'listCommissionChanges',
        summary: 'List changes in the commission of a range',
        tags: ['commissions'],
        querystring: Query,
        response: answers({ 200: Waterfall }),
      },
    },
    (request) => commissionChanges(services, principalIn(request).actor, request.query),
  );
};
