import { Type } from 'typebox';
import { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { editAdjustment } from '../../../domain/adjustments/editAdjustment.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, idParams, Version, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { adjustmentFields } from './body.ts';

const Body = Type.Object({ ...adjustmentFields, version: Version }, { additionalProperties: false });

/** spec 2.38: a stale version is 409, so that no concurrent edit is lost. */
export const putAdjustmentRoute: Route = (app, services) => {
  app.put(
    '/api/v1/adjustments/:id',
    {
      bodyLimit: 32 * 1024,
      config: { permission: 'adjustment:write' },
      schema: {
        operationId: 'putAdjustment',
        summary: 'Change an adjustment',
        tags: ['adjustments'],
        params: idParams,
        body: Body,
        response: answersOfChange(Adjustment, { 200: Adjustment, ...waitingResponse }),
      },
    },
    (request) => editAdjustment(services, principalIn(request), rowId(request.params.id), request.body, originOf(request)),
  );
};
