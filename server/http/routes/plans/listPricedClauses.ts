import { PricedClauses } from '../../../../contract/entities/plan.ts';
import { readPricedClauses } from '../../../domain/commissions/priced/index.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';
import { planParams, pricedParameters } from './planParams.ts';

/** `plan-page`: from each clause to the records it priced (decisions 2.09). */
export const listPricedClausesRoute: Route = (app, services) => {
  app.get(
    '/api/v1/plans/:id/clauses',
    {
      config: { permission: 'plan:read' },
      schema: {
        operationId: 'listPricedClauses',
        summary: 'List the amounts that each clause of a plan priced in a range',
        tags: ['plans'],
        params: planParams,
        querystring: queryParameters(pricedParameters),
        response: answers({ 200: PricedClauses }),
      },
    },
    (request) => readPricedClauses(services, principalIn(request).actor, request.params.id, request.query),
  );
};
