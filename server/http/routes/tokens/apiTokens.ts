import { ApiTokenBody, ApiTokenList, IssuedToken, tokenOwners } from '../../../../contract/entities/apiToken.ts';
import { oneOf } from '../../../../contract/entities/common.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '../../../domain/tokens/apiTokens.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent, queryParameters } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'token:use' } as const;
const tags = ['tokens'];

/** `api-tokens`: the user's own tokens, and everybody's for administrators (decisions 4.11). */
export const apiTokensRoute: Route = (app, services) => {
  app.get(
    '/api/v1/tokens',
    {
      config,
      schema: {
        operationId: 'listTokens',
        summary: 'API tokens of the user or of everybody',
        tags,
        querystring: queryParameters({ of: oneOf(tokenOwners) }),
        response: answers({ 200: ApiTokenList }),
      },
    },
    async (request) => ({ data: await listApiTokens(services, principalIn(request), request.query.of) }),
  );
  app.post(
    '/api/v1/tokens',
    {
      config,
      schema: {
        operationId: 'postToken',
        summary: 'Create an API token',
        tags,
        body: ApiTokenBody,
        response: answers({ 201: IssuedToken }),
      },
    },
    async (request, reply) => reply.code(201).send(await createApiToken(services, principalIn(request), request.body, originOf(request))),
  );
  app.delete(
    '/api/v1/tokens/:id',
    {
      config,
      schema: { operationId: 'deleteToken', summary: 'Revoke an API token', tags, params: idParams, response: answers(noContent) },
    },
    async (request, reply) => {
      await revokeApiToken(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
