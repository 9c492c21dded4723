import { endOtherSessions as endOthers } from '../../../domain/session/sessions.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 4.04 */
export const endOtherSessionsRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/sessions/end-others',
    {
      config: { permission: 'session:use' },
      schema: {
        operationId: 'endOtherSessions',
        summary: 'End all your sessions but this one',
        tags: ['auth'],
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await endOthers(services, principalIn(request), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
