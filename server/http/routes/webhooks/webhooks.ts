import { IssuedWebhook, Webhook, WebhookBody, WebhookList } from '../../../../contract/entities/webhook.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { addWebhook, changeWebhook, listWebhooks, removeWebhook, replaceSecret } from '../../../domain/webhooks/webhooks.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'webhook:manage' } as const;
const tags = ['webhooks'];

/** `webhooks`: receivers of the company's events (decisions 4.14). */
export const webhooksRoute: Route = (app, services) => {
  app.get(
    '/api/v1/outgoing-webhooks',
    {
      config,
      schema: {
        operationId: 'listOutgoingWebhooks',
        summary: 'Receivers of events',
        tags,
        response: answers({ 200: WebhookList }),
      },
    },
    async () => ({ data: await listWebhooks(services) }),
  );
  app.post(
    '/api/v1/outgoing-webhooks',
    {
      config,
      schema: {
        operationId: 'postOutgoingWebhook',
        summary: 'Send events to an address',
        tags,
        body: WebhookBody,
        response: answers({ 201: IssuedWebhook }),
      },
    },
    async (request, reply) =>
      reply.code(201).send(await addWebhook(services, { principal: principalIn(request), origin: originOf(request) }, request.body)),
  );
  app.put(
    '/api/v1/outgoing-webhooks/:id',
    {
      config,
      schema: {
        operationId: 'putOutgoingWebhook',
        summary: 'Change a receiver, or switch it on or off',
        tags,
        params: idParams,
        body: WebhookBody,
        response: answers({ 200: Webhook }),
      },
    },
    (request) =>
      changeWebhook(services, { principal: principalIn(request), origin: originOf(request) }, rowId(request.params.id), request.body),
  );
  app.delete(
    '/api/v1/outgoing-webhooks/:id',
    {
      config,
      schema: { operationId: 'deleteOutgoingWebhook', summary: 'Delete a receiver', tags, params: idParams, response: answers(noContent) },
    },
    async (request, reply) => {
      await removeWebhook(services, { principal: principalIn(request), origin: originOf(request) }, rowId(request.params.id));
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/v1/outgoing-webhooks/:id/secret',
    {
      config,
      schema: {
        operationId: 'postOutgoingWebhookSecret',
        summary: 'Replace the signing secret',
        tags,
        params: idParams,
        response: answers({ 201: IssuedWebhook }),
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await replaceSecret(services, { principal: principalIn(request), origin: originOf(request) }, rowId(request.params.id))),
  );
};
