import { Type } from 'typebox';
import { WebhookDeliveryPage } from '../../../../contract/entities/webhook.ts';
import { limits } from '../../../../contract/limits.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { listDeliveries, replayDelivery, testWebhook } from '../../../domain/webhooks/webhooks.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, limitParameter, noContent, queryParameters } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'webhook:manage' } as const;
const tags = ['webhooks'];
const Query = queryParameters({
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
});
const DeliveryParams = Type.Object(
  {
    id: Type.String({ maxLength: 64, description: 'the id of a receiver' }),
    delivery: Type.String({ maxLength: 64, description: 'the id of a delivery, such as msg_7' }),
  },
  { additionalProperties: false },
);

/** `webhooks`: a receiver's deliveries, a test event, and resending a delivery (decisions 4.14). */
export const webhookDeliveriesRoute: Route = (app, services) => {
  app.get(
    '/api/v1/outgoing-webhooks/:id/deliveries',
    {
      config,
      schema: {
        operationId: 'listOutgoingWebhookDeliveries',
        summary: 'Deliveries to a receiver, newest first',
        tags,
        params: idParams,
        querystring: Query,
        response: answers({ 200: WebhookDeliveryPage }),
      },
    },
    (request) => {
      const limit = Number(request.query.limit ?? limits.webhooks.pageSize);
      return listDeliveries(services, rowId(request.params.id), { ...request.query, limit });
    },
  );
  app.post(
    '/api/v1/outgoing-webhooks/:id/test',
    {
      config,
      schema: {
        operationId: 'testOutgoingWebhook',
        summary: 'Send a test event now',
        tags,
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await testWebhook(services, rowId(request.params.id));
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/v1/outgoing-webhooks/:id/deliveries/:delivery/replay',
    {
      config,
      schema: {
        operationId: 'replayOutgoingWebhookDelivery',
        summary: 'Send an ended delivery again',
        tags,
        params: DeliveryParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      const { id, delivery } = request.params;
      await replayDelivery(services, { principal: principalIn(request), origin: originOf(request) }, rowId(id), delivery);
      return reply.code(204).send(null);
    },
  );
};
