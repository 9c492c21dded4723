import { Type } from 'typebox';
import { messages } from '../../../../contract/messages.ts';
import { receiveWebhook } from '../../../domain/connections/receiveWebhook.ts';
import { badRequest } from '../../../domain/shared/problem.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route, ServerApp } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { isStorable } from '../../plugins/textGuard.ts';

const BODY_LIMIT = 256 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws Problem 400 if the bytes are not storable text */
const textOf = (raw: Uint8Array): string => {
  try {
    const text = utf8.decode(raw);
    if (isStorable(text)) return text;
  } catch {
    // Refused below, like text that cannot be stored.
  }
  throw badRequest('json_invalid', messages.server.notJson);
};

/** Webhook deliveries: the only route that gets the raw bytes of the body, because they are signed. */
export const postWebhookRoute: Route = (app, services) => {
  app.register(async (scope: ServerApp) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, async (_request: unknown, raw: Buffer) => raw);
    scope.post(
      '/api/v1/webhooks/:id',
      {
        bodyLimit: BODY_LIMIT,
        config: { permission: 'public' },
        schema: {
          operationId: 'postWebhook',
          summary: 'A signed delivery of a connected system',
          tags: ['connections'],
          params: idParams,
          response: answers({ 200: Type.Object({}) }),
        },
      },
      async (request) => {
        const raw = request.body instanceof Uint8Array ? request.body : Buffer.alloc(0);
        await receiveWebhook(services, rowId(request.params.id), { headers: request.headers, raw }, textOf(raw));
        services.nudge?.();
        return {};
      },
    );
  });
};
