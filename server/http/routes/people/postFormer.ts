import { FormerPerson } from '../../../../contract/entities/people.ts';
import { User } from '../../../../contract/entities/user.ts';
import { createFormer } from '../../../domain/people/createFormer.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** `imports`: adds a former employee, inactive and without a password, for imported sales. */
export const postFormerRoute: Route = (app, services) => {
  app.post(
    '/api/v1/users/former',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'postFormerUser',
        summary: 'Add a former employee, inactive and without a password',
        tags: ['users'],
        body: FormerPerson,
        response: answers({ 201: User }),
      },
    },
    async (request, reply) => reply.code(201).send(await createFormer(services, principalIn(request), request.body, originOf(request))),
  );
};
