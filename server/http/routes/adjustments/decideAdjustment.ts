import { Type } from 'typebox';
import { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { decideAdjustment as decide } from '../../../domain/adjustments/endAdjustment.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route, ServerApp } from '../../app.types.ts';
import { answersOfChange, idParams, Version } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { AdjustmentReason } from './body.ts';

const Body = Type.Object({ version: Version, reason: Type.Optional(AdjustmentReason) }, { additionalProperties: false });

const addDecisionRoute = (app: ServerApp, services: Parameters<Route>[1], decision: 'approve' | 'reject'): void => {
  app.post(
    `/api/v1/adjustments/:id/${decision}`,
    {
      config: { permission: 'adjustment:decide' },
      schema: {
        operationId: `${decision}Adjustment`,
        summary: decision === 'approve' ? 'Approve an adjustment' : 'Reject an adjustment',
        tags: ['adjustments'],
        params: idParams,
        body: Body,
        response: answersOfChange(Adjustment, { 200: Adjustment }),
      },
    },
    (request) => {
      const target = { id: rowId(request.params.id), ...request.body };
      return decide(services, principalIn(request), decision, target, originOf(request));
    },
  );
};

/** decisions 2.10: above the threshold, a second vp_sales or admin decides. */
export const decideAdjustmentRoute: Route = (app, services) => {
  addDecisionRoute(app, services, 'approve');
  addDecisionRoute(app, services, 'reject');
};
