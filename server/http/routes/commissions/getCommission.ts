import { Commission } from '../../../../contract/entities/commission.ts';
import { findCommission } from '../../../domain/commissions/findCommission.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn, rowId } from '../../request.ts';

/** spec 3.05, with the scope of the list. */
export const getCommission: Route = (app, services) => {
  app.get(
    '/api/v1/commissions/:id',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getCommission',
        summary: 'One commission record',
        tags: ['commissions'],
        params: idParams,
        response: answers({ 200: Commission }),
      },
    },
    (request) => findCommission(services, principalIn(request).actor, rowId(request.params.id)),
  );
};
