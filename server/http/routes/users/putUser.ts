import { Type } from 'typebox';
import { nullable, oneOf } from '../../../../contract/entities/common.ts';
import { territories, User } from '../../../../contract/entities/user.ts';
import { can } from '../../../../contract/permissions.ts';
import { forbidden } from '../../../domain/problem.ts';
import { updateSelf } from '../../../domain/updateSelf.ts';
import { answers, idParams } from '../../answers.ts';
import type { Route } from '../../app.types.ts';
import { originOf, principalIn } from '../../request.ts';

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Body = Type.Object(
  { first_name: Name, last_name: Name, territory: Type.Optional(nullable(oneOf(territories))) },
  { additionalProperties: false },
);

/** spec 7.16, for one's own user: name and territory. Others' users come with user management. */
export const putUser: Route = (app, services) => {
  app.put(
    '/api/v1/users/:id',
    {
      config: { permission: 'user:update-self' },
      schema: { summary: 'Change your own user', tags: ['users'], params: idParams, body: Body, response: answers({ 200: User }) },
    },
    async (request) => {
      if (!can(principalIn(request).actor, 'user:update-self', { owner_id: request.params.id })) throw forbidden();
      return updateSelf(services, principalIn(request), request.body, originOf(request));
    },
  );
};
