import { Type } from 'typebox';
import { nullable } from '../../../../contract/entities/common.ts';
import { User } from '../../../../contract/entities/user.ts';
import { updateSelf } from '../../../domain/people/updateSelf.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Body = Type.Partial(Type.Object({ first_name: Name, last_name: Name, territory: nullable(Type.String({ maxLength: 20_000 })) }), {
  additionalProperties: false,
  minProperties: 1,
});

/** decisions 4.03: the fields that users may change themselves, without email and role. */
export const patchMeRoute: Route = (app, services) => {
  app.patch(
    '/api/v1/users/me',
    {
      config: { permission: 'user:update-self' },
      schema: {
        operationId: 'patchMe',
        summary: 'Change your own name or territory',
        tags: ['users'],
        body: Body,
        response: answers({ 200: User }),
      },
    },
    (request) => updateSelf(services, principalIn(request), request.body, originOf(request)),
  );
};
