import { RemindedList, UnconfirmedList } from '../../../../contract/entities/periodReview.ts';
import { listUnconfirmed, remindUnconfirmed } from '../../../domain/statements/unconfirmed.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'statement:remind' } as const;
const tags = ['statements'];

/** decisions 2.11: who has not confirmed a statement of a closed month, and a reminder to all of them. */
export const remindersRoute: Route = (app, services) => {
  app.get(
    '/api/v1/statement-reminders',
    {
      config,
      schema: {
        operationId: 'listUnconfirmedStatements',
        summary: 'List people who have not confirmed their statements',
        tags,
        response: answers({ 200: UnconfirmedList }),
      },
    },
    async (request) => ({ data: await listUnconfirmed(services, principalIn(request)) }),
  );
  app.post(
    '/api/v1/statement-reminders',
    {
      config,
      schema: {
        operationId: 'remindUnconfirmedStatements',
        summary: 'Remind them, each at most once a day',
        tags,
        response: answers({ 200: RemindedList }),
      },
    },
    (request) => remindUnconfirmed(services, principalIn(request), originOf(request)),
  );
};
