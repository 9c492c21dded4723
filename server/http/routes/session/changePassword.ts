import { ChangePasswordBody } from '../../../../contract/entities/auth.ts';
import { changeOwnPassword as change } from '../../../domain/session/changePassword.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 4.02 */
export const changePasswordRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/change-password',
    {
      config: { permission: 'session:use', beforePasswordChange: true, beforeSecondFactor: true },
      schema: {
        operationId: 'changePassword',
        summary: 'Choose a new password',
        tags: ['auth'],
        body: ChangePasswordBody,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await change(services, principalIn(request), request.body, originOf(request));
      return reply.code(204).send(null);
    },
  );
};
