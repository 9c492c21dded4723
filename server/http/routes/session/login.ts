import { LoginAnswer, LoginBody } from '../../../../contract/entities/auth.ts';
import { signIn } from '../../../domain/session/signIn.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';

/** spec 7.03 */
export const loginRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/login',
    {
      config: { permission: 'public' },
      schema: { operationId: 'login', summary: 'Sign in', tags: ['auth'], body: LoginBody, response: answers({ 200: LoginAnswer }) },
    },
    (request) => signIn(services, request.body, originOf(request)),
  );
};
