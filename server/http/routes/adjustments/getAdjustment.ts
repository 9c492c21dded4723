import { Adjustment, AdjustmentsWaiting } from '../../../../contract/entities/adjustment.ts';
import { findAdjustment, readWaitingAdjustments } from '../../../domain/adjustments/findAdjustment.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** spec 3.07, with the same scope as the list. */
export const getAdjustmentRoute: Route = (app, services) => {
  app.get(
    '/api/v1/adjustments/:id',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getAdjustment',
        summary: 'One adjustment',
        tags: ['adjustments'],
        params: idParams,
        response: answers({ 200: Adjustment }),
      },
    },
    (request) => findAdjustment(services, principalIn(request).actor, rowId(request.params.id)),
  );
  app.get(
    '/api/v1/adjustments/waiting',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'countAdjustmentsWaiting',
        summary: 'List adjustments that wait for your decision',
        tags: ['adjustments'],
        response: answers({ 200: AdjustmentsWaiting }),
      },
    },
    (request) => readWaitingAdjustments(services, principalIn(request).actor),
  );
};
