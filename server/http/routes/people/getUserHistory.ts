import { UserHistory } from '../../../../contract/entities/people.ts';
import { can } from '../../../../contract/permissions.ts';
import { readUserHistory } from '../../../domain/people/userHistory.ts';
import { forbidden } from '../../../domain/shared/problem.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** `people-dates`: for admins and the person. */
export const getUserHistoryRoute: Route = (app, services) => {
  app.get(
    '/api/v1/users/:id/history',
    {
      config: { permission: 'user:update' },
      schema: {
        operationId: 'getUserHistory',
        summary: 'Role, manager and territory of a user over time',
        tags: ['users'],
        params: idParams,
        response: answers({ 200: UserHistory }),
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!can(principalIn(request).actor, 'user:update', { owner_id: id })) throw forbidden();
      return readUserHistory(services, rowId(id));
    },
  );
};
