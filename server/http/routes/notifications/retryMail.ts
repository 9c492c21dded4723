import { retryMail as askAgain } from '../../../domain/mail/mailFailures.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';

/** `mail-failures`, decisions 5.03 */
export const retryMailRoute: Route = (app, services) => {
  app.post(
    '/api/v1/mail-failures/:id/retry',
    {
      config: { permission: 'settings:manage' },
      schema: {
        operationId: 'retryMail',
        summary: 'Send a failed email again',
        tags: ['notifications'],
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await askAgain(services, rowId(request.params.id));
      services.nudge?.();
      return reply.code(204).send(null);
    },
  );
};
