import { resetFactor } from '../../../domain/secondFactor/resetFactor.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 4.16: an administrator resets the factor of somebody who lost it. */
export const resetFactorRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/users/:id/second-factor',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'resetSecondFactor',
        summary: 'Remove a user’s second factor',
        tags: ['users'],
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await resetFactor(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.code(204).send(null);
    },
  );
};
