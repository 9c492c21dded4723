import { Type } from 'typebox';
import { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { voidAdjustment } from '../../../domain/endAdjustment.ts';
import { answers, idParams, queryOf } from '../../answers.ts';
import type { Route } from '../../app.types.ts';
import { originOf, principalIn, rowId } from '../../request.ts';

const Query = queryOf({ version: Type.String({ pattern: '^[1-9]\\d{0,8}$', description: 'the version that was read' }) });

/** decisions 2: void; the row stays and is answered. */
export const deleteAdjustment: Route = (app, services) => {
  app.delete(
    '/api/v1/adjustments/:id',
    {
      config: { permission: 'adjustment:write' },
      schema: {
        summary: 'Void an adjustment',
        tags: ['adjustments'],
        params: idParams,
        querystring: Query,
        response: answers({ 200: Adjustment }),
      },
    },
    (request) => {
      const known = { id: rowId(request.params.id), version: Number(request.query.version) };
      return voidAdjustment(services, principalIn(request), known, originOf(request));
    },
  );
};
