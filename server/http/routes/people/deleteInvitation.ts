import { withdrawInvitation } from '../../../domain/people/invite.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** Feature `invitations`. */
export const deleteInvitationRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/users/:id/invitation',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'deleteInvitation',
        summary: 'Withdraw the invitation of a user',
        tags: ['users'],
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await withdrawInvitation(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
