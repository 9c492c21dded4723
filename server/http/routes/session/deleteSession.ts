import { endOwnSession } from '../../../domain/session/sessions.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 4.04: only the user's own sessions; another user's is 404. */
export const deleteSessionRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/auth/sessions/:id',
    {
      config: { permission: 'session:end' },
      schema: {
        operationId: 'deleteSession',
        summary: 'End one of your sessions',
        tags: ['auth'],
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await endOwnSession(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
