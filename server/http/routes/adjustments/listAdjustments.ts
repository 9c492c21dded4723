import { Type } from 'typebox';
import { AdjustmentPage, adjustmentSortFields, adjustmentStates } from '../../../../contract/entities/adjustment.ts';
import { oneOf } from '../../../../contract/entities/common.ts';
import { limits } from '../../../../contract/limits.ts';
import { listAdjustments as list } from '../../../domain/adjustments/listAdjustments.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, limitParameter, queryParameters, ScopeParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  sort_field: Type.Optional(oneOf(adjustmentSortFields)),
  sort_direction: Type.Optional(oneOf(['asc', 'desc'])),
  state: Type.Optional(oneOf(adjustmentStates)),
  scope: Type.Optional(ScopeParameter),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,1000}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
});

/** spec 7.21: requests for further pages may send cursor and limit only. */
export const listAdjustmentsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/adjustments',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'listAdjustments',
        summary: 'Adjustments that count in a range',
        tags: ['adjustments'],
        querystring: Query,
        response: answers({ 200: AdjustmentPage }),
      },
    },
    (request) => {
      const limit = Number(request.query.limit ?? limits.list.defaultLimit);
      return list(services, principalIn(request).actor, { ...request.query, limit });
    },
  );
};
