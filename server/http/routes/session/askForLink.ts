import { Type } from 'typebox';
import { ForgotBody } from '../../../../contract/entities/auth.ts';
import { countRequest } from '../../../domain/session/lockOut.ts';
import { requestLink } from '../../../domain/session/signInLinks.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';

const Accepted = Type.Null({ description: 'A link is sent if an active person has this address.' });

/** Sends nothing without a mail server. */
export const askForLinkRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/forgot',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'askForLink',
        summary: 'Request a link to choose a password',
        tags: ['auth'],
        body: ForgotBody,
        response: answers({ 202: Accepted }),
      },
    },
    async (request, reply) => {
      await countRequest(services, 'link requests', originOf(request).network);
      requestLink(services, request.body.email, originOf(request)).catch((error: unknown) =>
        request.log.error({ err: error }, 'link failed'),
      );
      return reply.code(202).send(null);
    },
  );
};
