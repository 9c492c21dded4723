import { NewUser, UserCreated } from '../../../../contract/entities/people.ts';
import { createUser } from '../../../domain/people/createUser.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** spec 7.14: the password is temporary; a generated one is only in this response. */
export const postUserRoute: Route = (app, services) => {
  app.post(
    '/api/v1/users',
    {
      config: { permission: 'user:manage' },
      schema: { operationId: 'postUser', summary: 'Add a user', tags: ['users'], body: NewUser, response: answers({ 201: UserCreated }) },
    },
    async (request, reply) => reply.code(201).send(await createUser(services, principalIn(request), request.body, originOf(request))),
  );
};
