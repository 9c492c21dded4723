import { Type } from 'typebox';
import { Explanation } from '../../../../contract/entities/explanation.ts';
import { explainCommission as explain } from '../../../domain/commissions/explain/index.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, idParams, queryOf } from '../../plugins/answers.ts';
import { principalIn, rowId } from '../../request.ts';

/** decisions 2.04: why a record is what it is, now or on a past day. */
export const explainCommission: Route = (app, services) => {
  app.get(
    '/api/v1/commissions/:id/explain',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'explainCommission',
        summary: 'Why a commission record is what it is',
        tags: ['commissions'],
        params: idParams,
        querystring: queryOf({ as_of: Type.Optional(DateParameter) }),
        response: answers({ 200: Explanation }),
      },
    },
    (request) => explain(services, principalIn(request).actor, rowId(request.params.id), request.query.as_of),
  );
};
