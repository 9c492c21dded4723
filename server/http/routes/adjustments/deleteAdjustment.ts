import { Type } from 'typebox';
import { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { voidAdjustment } from '../../../domain/adjustments/endAdjustment.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, idParams, queryParameters, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { AdjustmentReason } from './body.ts';

const Query = queryParameters({
  version: Type.String({ pattern: '^[1-9]\\d{0,8}$', description: 'the version you read' }),
  reason: Type.Optional(AdjustmentReason),
});

/** decisions 2.10: voids the adjustment; the row stays and is returned. */
export const deleteAdjustmentRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/adjustments/:id',
    {
      config: { permission: 'adjustment:write' },
      schema: {
        operationId: 'deleteAdjustment',
        summary: 'Void an adjustment',
        tags: ['adjustments'],
        params: idParams,
        querystring: Query,
        response: answersOfChange(Adjustment, { 200: Adjustment, ...waitingResponse }),
      },
    },
    (request) => {
      const target = { id: rowId(request.params.id), ...request.query, version: Number(request.query.version) };
      return voidAdjustment(services, principalIn(request), target, originOf(request));
    },
  );
};
