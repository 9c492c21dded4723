import { Type } from 'typebox';
import { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { createAdjustment } from '../../../domain/adjustments/createAdjustment.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, IdempotencyHeaders } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { adjustmentFields } from './body.ts';

const Body = Type.Object(adjustmentFields, { additionalProperties: false });
/** spec 2.38, decisions 2.10: the same key and body return the same adjustment. */
export const postAdjustmentRoute: Route = (app, services) => {
  app.post(
    '/api/v1/adjustments',
    {
      bodyLimit: 32 * 1024,
      config: { permission: 'adjustment:write', kind: 'propose' },
      schema: {
        operationId: 'postAdjustment',
        summary: 'Create an adjustment',
        tags: ['adjustments'],
        headers: IdempotencyHeaders,
        body: Body,
        response: answersOfChange(Adjustment, { 201: Adjustment }),
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      return reply.code(201).send(await createAdjustment(services, principalIn(request), request.body, key, originOf(request)));
    },
  );
};
