import { deleteUser as remove } from '../../../domain/people/deleteUser.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** spec 7.17; a person with history is deactivated instead (decisions 4.03). */
export const deleteUserRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/users/:id',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'deleteUser',
        summary: 'Delete a user without history',
        tags: ['users'],
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await remove(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
