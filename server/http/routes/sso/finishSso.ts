import { SsoAnswer } from '../../../../contract/entities/auth.ts';
import { ssoIn } from '../../../domain/sso/attempts.ts';
import { finishSso } from '../../../domain/sso/finishSso.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';
import { browserSecretIn, setBrowserSecret } from './browserCookie.ts';

/** decisions 4.15: the browser's cookie is the one-time code. */
export const finishSsoRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/sso/finish',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'finishSso',
        summary: 'Finish single sign-on: the tokens of the session',
        tags: ['auth'],
        response: answers({ 200: SsoAnswer }),
      },
    },
    async (request, reply) => {
      const { appUrl } = ssoIn(services);
      setBrowserSecret(reply, appUrl, null);
      return finishSso(services, browserSecretIn(request, appUrl), originOf(request));
    },
  );
};
