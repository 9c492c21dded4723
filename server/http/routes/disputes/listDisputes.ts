import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { DisputeCount, DisputeList, disputeStates } from '../../../../contract/entities/dispute.ts';
import { countDisputes, listDisputes as list } from '../../../domain/disputes/listDisputes.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  commission_id: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'the id of a commission record' })),
  state: Type.Optional(oneOf(disputeStates)),
  live: Type.Optional(oneOf(['true'])),
});

export const listDisputesRoute: Route = (app, services) => {
  app.get(
    '/api/v1/disputes',
    {
      config: { permission: 'dispute:read' },
      schema: {
        operationId: 'listDisputes',
        summary: 'Questions about amounts',
        tags: ['disputes'],
        querystring: Query,
        response: answers({ 200: DisputeList }),
      },
    },
    async (request) => ({ data: await list(services, principalIn(request).actor, request.query) }),
  );
  app.get(
    '/api/v1/disputes/count',
    {
      config: { permission: 'dispute:read' },
      schema: {
        operationId: 'countDisputes',
        summary: 'Count your open questions',
        tags: ['disputes'],
        response: answers({ 200: DisputeCount }),
      },
    },
    (request) => countDisputes(services, principalIn(request).actor),
  );
};
