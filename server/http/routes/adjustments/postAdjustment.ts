import { Type } from 'typebox';
import { Adjustment } from '../../../../contract/entities/adjustment.ts';
import { createAdjustment } from '../../../domain/adjustments/createAdjustment.ts';
import type { Route } from '../../app.types.ts';
import { originOf, principalIn } from '../../request.ts';
import { answersOfChange, typedFields } from './body.ts';

const Body = Type.Object(typedFields, { additionalProperties: false });
const Headers = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'a text of 1 to 255 characters' })),
});

/** spec 2.38, decisions 2.10: the same key and body return the same adjustment. */
export const postAdjustmentRoute: Route = (app, services) => {
  app.post(
    '/api/v1/adjustments',
    {
      bodyLimit: 32 * 1024,
      config: { permission: 'adjustment:write' },
      schema: {
        operationId: 'postAdjustment',
        summary: 'Make an adjustment',
        tags: ['adjustments'],
        headers: Headers,
        body: Body,
        response: answersOfChange({ 201: Adjustment }),
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      return reply.code(201).send(await createAdjustment(services, principalIn(request), request.body, key, originOf(request)));
    },
  );
};
