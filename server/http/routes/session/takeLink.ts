import { NewPasswordBody } from '../../../../contract/entities/auth.ts';
import { useLink } from '../../../domain/session/signInLinks.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';

/** An invitation or a link that the person asked for, used once. */
export const takeLinkRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/links/use',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'takeLink',
        summary: 'Choose a password with a link',
        tags: ['auth'],
        body: NewPasswordBody,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await useLink(services, request.body, originOf(request));
      return reply.code(204).send(null);
    },
  );
};
