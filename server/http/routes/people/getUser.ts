import { User } from '../../../../contract/entities/user.ts';
import { can } from '../../../../contract/permissions.ts';
import { findUser } from '../../../domain/people/findUser.ts';
import { forbidden } from '../../../domain/shared/problem.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** spec 7.15, 6.02 */
export const getUserRoute: Route = (app, services) => {
  app.get(
    '/api/v1/users/:id',
    {
      config: { permission: 'user:read' },
      schema: { operationId: 'getUser', summary: 'A user', tags: ['users'], params: idParams, response: answers({ 200: User }) },
    },
    async (request) => {
      const { id } = request.params;
      if (!can(principalIn(request).actor, 'user:read', { owner_id: id })) throw forbidden();
      return findUser(services, principalIn(request).actor, rowId(id));
    },
  );
};
