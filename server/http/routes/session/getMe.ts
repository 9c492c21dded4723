import { User } from '../../../../contract/entities/user.ts';
import { findUser } from '../../../domain/people/findUser.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** spec 7.05 */
export const getMeRoute: Route = (app, services) => {
  app.get(
    '/api/v1/auth/me',
    {
      config: { permission: 'session:use', beforePasswordChange: true, beforeSecondFactor: true, anyToken: true },
      schema: { operationId: 'getMe', summary: 'The user who is signed in', tags: ['auth'], response: answers({ 200: User }) },
    },
    async (request) => {
      const { actor, userId, secondFactorDue } = principalIn(request);
      const user = await findUser(services, actor, userId);
      return secondFactorDue ? { ...user, second_factor_due: true } : user;
    },
  );
};
