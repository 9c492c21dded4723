import type { FastifyError } from 'fastify';
import { Event, EventConflict, EventPatch } from '../../../../contract/entities/event.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { editEvent } from '../../../domain/events/eventEdit.ts';
import { badRequest, Problem } from '../../../domain/shared/problem.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route, ServerApp } from '../../app.types.ts';
import { IfMatch, parseIfMatch } from '../../ifMatch.ts';
import { answers, idParams, waitingResponse } from '../../plugins/answers.ts';
import { handleError } from '../../plugins/errorHandler.ts';
import { guardJson } from '../../plugins/textGuard.ts';
import { originOf, principalIn } from '../../request.ts';

const PATCH = 'application/json-patch+json';
const BODY_LIMIT = 512 * 1024;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('json_invalid', messages.server.notJson);
  }
};

/** The only route with a JSON Patch body: it accepts no other content type. */
const acceptOnlyPatches = (scope: ServerApp): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(PATCH, { parseAs: 'string', bodyLimit: BODY_LIMIT }, async (_request: unknown, body: string) => {
    const value = parse(body);
    guardJson(value);
    return value;
  });
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    handleError(
      error.statusCode === 415 ? (new Problem(415, 'media_type', fill(messages.server.mediaType, { type: PATCH })) as never) : error,
      request,
      reply,
    ),
  );
};

/** spec 7.27. With If-Match, editing a field that another user has edited since is 409 and shows both values. */
export const patchEventRoute: Route = (app, services) => {
  app.register(async (scope: ServerApp) => {
    acceptOnlyPatches(scope);
    scope.patch(
      '/api/v1/events/:id',
      {
        bodyLimit: BODY_LIMIT,
        config: { permission: 'event:edit' },
        schema: {
          operationId: 'patchEvent',
          summary: 'Edit an event',
          tags: ['events'],
          params: idParams,
          headers: IfMatch,
          consumes: [PATCH],
          body: EventPatch,
          response: answers({ 200: Event, ...waitingResponse, 409: EventConflict }),
        },
      },
      async (request, reply) => {
        const edit = { id: rowId(request.params.id), operations: request.body, seen: parseIfMatch(request.headers) };
        const { event, conflict } = await editEvent(services, principalIn(request), edit, originOf(request));
        return conflict ? reply.code(409).send(conflict) : reply.send(event);
      },
    );
  });
};
