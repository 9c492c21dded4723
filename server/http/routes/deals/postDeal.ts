import { Type } from 'typebox';
import { Deal } from '../../../../contract/entities/deal.ts';
import { createDeal } from '../../../domain/deals/createDeal.ts';
import type { Route } from '../../app.types.ts';
import { originOf, principalIn } from '../../request.ts';
import { answersOfChange, typedFields } from './body.ts';

const Body = Type.Object(
  { ...typedFields, stage: Type.Optional(Type.Unknown({ description: 'the name of a stage; empty: the first' })) },
  { additionalProperties: false },
);
const Headers = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'a text of 1 to 255 characters' })),
});

/** decisions 2.17: the same key and body return the same deal. */
export const postDealRoute: Route = (app, services) => {
  app.post(
    '/api/v1/deals',
    {
      bodyLimit: 32 * 1024,
      config: { permission: 'deal:write' },
      schema: {
        operationId: 'postDeal',
        summary: 'Make a deal',
        tags: ['deals'],
        headers: Headers,
        body: Body,
        response: answersOfChange({ 201: Deal }),
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      return reply.code(201).send(await createDeal(services, principalIn(request), request.body, key, originOf(request)));
    },
  );
};
