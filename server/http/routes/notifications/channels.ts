import type { FastifyRequest } from 'fastify';
import { Channel, ChannelBody, ChannelList, channelScopes } from '../../../../contract/entities/channel.ts';
import { oneOf } from '../../../../contract/entities/common.ts';
import {
  addChannel,
  type ChannelRequest,
  changeChannel,
  listChannels,
  removeChannel,
  testChannel,
} from '../../../domain/notifications/channels.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent, queryParameters } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'channel:use' } as const;
const tags = ['notifications'];
const scopeQuery = queryParameters({ scope: oneOf(channelScopes) });
const requestOf = (request: FastifyRequest): ChannelRequest => ({ principal: principalIn(request), origin: originOf(request) });

/** `channels`: the user's incoming webhooks, and the company's for those who manage them (decisions 5.03, 3.08). */
export const channelsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/channels',
    {
      config,
      schema: {
        operationId: 'listChannels',
        summary: 'Slack channels of the user or of the company',
        tags,
        querystring: scopeQuery,
        response: answers({ 200: ChannelList }),
      },
    },
    async (request) => ({ data: await listChannels(services, principalIn(request), request.query.scope) }),
  );
  app.post(
    '/api/v1/channels',
    {
      config,
      schema: {
        operationId: 'postChannel',
        summary: 'Send notifications to a Slack channel',
        tags,
        querystring: scopeQuery,
        body: ChannelBody,
        response: answers({ 201: Channel }),
      },
    },
    async (request, reply) => reply.code(201).send(await addChannel(services, requestOf(request), request.query.scope, request.body)),
  );
  app.put(
    '/api/v1/channels/:id',
    {
      config,
      schema: {
        operationId: 'putChannel',
        summary: 'Change a Slack channel',
        tags,
        params: idParams,
        body: ChannelBody,
        response: answers({ 200: Channel }),
      },
    },
    (request) => changeChannel(services, requestOf(request), rowId(request.params.id), request.body),
  );
  app.delete(
    '/api/v1/channels/:id',
    {
      config,
      schema: {
        operationId: 'deleteChannel',
        summary: 'Delete a Slack channel',
        tags,
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await removeChannel(services, requestOf(request), rowId(request.params.id));
      return reply.code(204).send(null);
    },
  );
  app.post(
    '/api/v1/channels/:id/test',
    {
      config,
      schema: {
        operationId: 'testChannel',
        summary: 'Send a test message to a Slack channel',
        tags,
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await testChannel(services, requestOf(request), rowId(request.params.id));
      return reply.code(204).send(null);
    },
  );
};
