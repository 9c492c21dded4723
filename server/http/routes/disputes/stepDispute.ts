import { Type } from 'typebox';
import { Dispute, DisputeMessageBody, ResolveBody } from '../../../../contract/entities/dispute.ts';
import { replyToDispute, resolveDispute, takeDispute, withdrawDispute } from '../../../domain/disputes/stepDispute.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const EmptyBody = Type.Object({}, { additionalProperties: false });
const schemaOf = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags: ['disputes'],
  params: idParams,
  response: answers({ 200: Dispute }),
});

/** decisions 2.13: open → in review → resolved, or withdrawn by its author. */
export const stepDisputeRoute: Route = (app, services) => {
  app.post(
    '/api/v1/disputes/:id/messages',
    { config: { permission: 'dispute:read' }, schema: { ...schemaOf('replyToDispute', 'Reply to a question'), body: DisputeMessageBody } },
    (request) => replyToDispute(services, principalIn(request), rowId(request.params.id), request.body.message, originOf(request)),
  );
  app.post(
    '/api/v1/disputes/:id/take',
    { config: { permission: 'dispute:decide' }, schema: { ...schemaOf('takeDispute', 'Take a question on'), body: EmptyBody } },
    (request) => takeDispute(services, principalIn(request), rowId(request.params.id), originOf(request)),
  );
  app.post(
    '/api/v1/disputes/:id/resolve',
    { config: { permission: 'dispute:decide' }, schema: { ...schemaOf('resolveDispute', 'Resolve a question'), body: ResolveBody } },
    (request) => resolveDispute(services, principalIn(request), rowId(request.params.id), request.body, originOf(request)),
  );
  app.post(
    '/api/v1/disputes/:id/withdraw',
    { config: { permission: 'dispute:open' }, schema: { ...schemaOf('withdrawDispute', 'Withdraw a question'), body: EmptyBody } },
    (request) => withdrawDispute(services, principalIn(request), rowId(request.params.id), originOf(request)),
  );
};
