import { Type } from 'typebox';
import { Id, oneOf } from '../../../../contract/entities/common.ts';
import { Wake, wakeKinds } from '../../../../contract/entities/wake.ts';
import { wakeOfSubject } from '../../../domain/commissions/explain/index.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.04: lists every figure that a fact or a saved configuration changed. */
export const getWakeRoute: Route = (app, services) => {
  app.get(
    '/api/v1/wake/:kind/:id',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getWake',
        summary: 'Every figure that a payment, an invoice, an adjustment, a payout or a saved configuration moved',
        tags: ['commissions'],
        params: Type.Object({ kind: oneOf(wakeKinds), id: Id }, { additionalProperties: false }),
        response: answers({ 200: Wake }),
      },
    },
    (request) => wakeOfSubject(services, principalIn(request).actor, request.params.kind, rowId(request.params.id)),
  );
};
