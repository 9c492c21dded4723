import { SignedOutAnswer } from '../../../../contract/entities/auth.ts';
import { endSession } from '../../../domain/session/sessions.ts';
import { signOutUrlOf } from '../../../domain/sso/signOutUrl.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** spec 7.04; 200 with the issuer's sign-out page for a session that began there (decisions 4.15). */
export const logoutRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/logout',
    {
      config: { permission: 'session:use', beforePasswordChange: true, beforeSecondFactor: true },
      schema: { operationId: 'logout', summary: 'Sign out', tags: ['auth'], response: answers({ ...noContent, 200: SignedOutAnswer }) },
    },
    async (request, reply) => {
      const principal = principalIn(request);
      await endSession(services, principal, originOf(request));
      const url = await signOutUrlOf(services, principal);
      return url === null ? reply.code(204).send(null) : reply.code(200).send({ url });
    },
  );
};
