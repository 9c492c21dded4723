import { Type } from 'typebox';
import { Commission } from '../../../../contract/entities/commission.ts';
import { findCommission } from '../../../domain/commissions/findCommission.ts';
import { readAsKnownOn } from '../../../domain/lens/asKnown.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { AsOfParameter, answers, idParams, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** spec 3.05, with the same scope as the list. */
export const getCommissionRoute: Route = (app, services) => {
  app.get(
    '/api/v1/commissions/:id',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getCommission',
        summary: 'One commission record',
        tags: ['commissions'],
        params: idParams,
        querystring: queryParameters({ asOf: Type.Optional(AsOfParameter) }),
        response: answers({ 200: Commission }),
      },
    },
    (request) =>
      readAsKnownOn(services, { day: request.query.asOf }, (pastServices) =>
        findCommission(pastServices, principalIn(request).actor, rowId(request.params.id)),
      ),
  );
};
