import { type Static, Type } from 'typebox';
import { UserChange, UserConflict } from '../../../../contract/entities/people.ts';
import { User } from '../../../../contract/entities/user.ts';
import { can } from '../../../../contract/permissions.ts';
import { changeUser } from '../../../domain/people/changeUser.ts';
import { updateSelf } from '../../../domain/people/updateSelf.ts';
import { StaleUser } from '../../../domain/people/userRules.ts';
import { forbidden } from '../../../domain/shared/problem.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { IfMatch, parseIfMatch } from '../../ifMatch.ts';
import { answers, idParams, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** The union also covers every other 409, which is an ApiError. */
const Conflict = Type.Union([UserConflict, answers({})['4xx']]);
const profileFields: readonly string[] = ['first_name', 'last_name', 'territory'];

/** spec 7.16: admins change anybody, other users their own name and territory. */
export const putUserRoute: Route = (app, services) => {
  app.put(
    '/api/v1/users/:id',
    {
      config: { permission: 'user:update' },
      schema: {
        operationId: 'putUser',
        summary: 'Change a user',
        tags: ['users'],
        params: idParams,
        headers: IfMatch,
        body: UserChange,
        response: answers({ 200: User, ...waitingResponse, 409: Conflict }),
      },
    },
    async (request, reply) => {
      const principal = principalIn(request);
      const { id } = request.params;
      const origin = originOf(request);
      if (can(principal.actor, 'user:manage')) {
        try {
          return await changeUser(services, principal, rowId(id), request.body, parseIfMatch(request.headers), origin);
        } catch (error) {
          if (!(error instanceof StaleUser)) throw error;
          const { message, code, current } = error;
          return reply.code(409).send({ message, code, current, request_id: request.id } satisfies Static<typeof UserConflict>);
        }
      }
      if (!can(principal.actor, 'user:update-self', { owner_id: id })) throw forbidden();
      if (Object.keys(request.body).some((name) => !profileFields.includes(name))) throw forbidden();
      return updateSelf(services, principal, request.body, origin);
    },
  );
};
