import { Type } from 'typebox';
import { Explanation } from '../../../../contract/entities/explanation.ts';
import { explainCommission as explain } from '../../../domain/commissions/explain/index.ts';
import { readAsKnownOn } from '../../../domain/lens/asKnown.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { AsOfParameter, answers, DateParameter, idParams, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.04: explains a record now, on a past day (`as_of`, by the days money took effect), or as it was known then (`asOf`). */
export const explainCommissionRoute: Route = (app, services) => {
  app.get(
    '/api/v1/commissions/:id/explain',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'explainCommission',
        summary: 'Explain a commission record',
        tags: ['commissions'],
        params: idParams,
        querystring: queryParameters({ as_of: Type.Optional(DateParameter), asOf: Type.Optional(AsOfParameter) }),
        response: answers({ 200: Explanation }),
      },
    },
    (request) =>
      readAsKnownOn(services, { day: request.query.asOf }, (pastServices) =>
        explain(pastServices, principalIn(request).actor, rowId(request.params.id), request.query.as_of),
      ),
  );
};
