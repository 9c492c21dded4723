import { LinkBody, SignInLink } from '../../../../contract/entities/auth.ts';
import { readLink } from '../../../domain/session/signInLinks.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

/** A POST, so that the token does not appear in logged URLs. */
export const readLinkRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/links/read',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'readLink',
        summary: 'Get the owner of a password link',
        tags: ['auth'],
        body: LinkBody,
        response: answers({ 200: SignInLink }),
      },
    },
    (request) => readLink(services, request.body.token),
  );
};
