import { liftLock } from '../../../domain/session/liftLock.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 4.18: an administrator unlocks somebody whose sign-in attempts strangers have used up. */
export const deleteLockRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/users/:id/sign-in-lock',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'liftSignInLock',
        summary: 'Lift the lock of a user’s sign-ins',
        tags: ['users'],
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await liftLock(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
