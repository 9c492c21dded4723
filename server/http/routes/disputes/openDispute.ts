import { Dispute, DisputeMessageBody } from '../../../../contract/entities/dispute.ts';
import { openDispute as open } from '../../../domain/disputes/openDispute.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 2.13 */
export const openDisputeRoute: Route = (app, services) => {
  app.post(
    '/api/v1/commissions/:id/disputes',
    {
      config: { permission: 'dispute:open' },
      schema: {
        operationId: 'openDispute',
        summary: "Question a record's amount",
        tags: ['disputes'],
        params: idParams,
        body: DisputeMessageBody,
        response: answers({ 201: Dispute }),
      },
    },
    async (request, reply) => {
      const id = rowId(request.params.id);
      return reply.code(201).send(await open(services, principalIn(request), id, request.body.message, originOf(request)));
    },
  );
};
