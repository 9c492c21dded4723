import { Type } from 'typebox';
import { Deal } from '../../../../contract/entities/deal.ts';
import { createDeal } from '../../../domain/deals/createDeal.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, IdempotencyHeaders } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { dealFields } from './body.ts';

const Body = Type.Object(
  { ...dealFields, stage: Type.Optional(Type.Unknown({ description: 'the name of a stage; empty: the first' })) },
  { additionalProperties: false },
);
/** decisions 2.17: the same key and body return the same deal. */
export const postDealRoute: Route = (app, services) => {
  app.post(
    '/api/v1/deals',
    {
      bodyLimit: 32 * 1024,
      config: { permission: 'deal:write' },
      schema: {
        operationId: 'postDeal',
        summary: 'Create a deal',
        tags: ['deals'],
        headers: IdempotencyHeaders,
        body: Body,
        response: answersOfChange(Deal, { 201: Deal }),
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      return reply.code(201).send(await createDeal(services, principalIn(request), request.body, key, originOf(request)));
    },
  );
};
