import { endSession } from '../../../domain/session/sessions.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** spec 7.04 */
export const logoutRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/logout',
    {
      config: { permission: 'session:use', beforePasswordChange: true },
      schema: { operationId: 'logout', summary: 'Sign out', tags: ['auth'], response: answers(noContent) },
    },
    async (request, reply) => {
      await endSession(services, principalIn(request), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
