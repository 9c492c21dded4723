import { SsoBegun, SsoBody } from '../../../../contract/entities/auth.ts';
import { ssoIn } from '../../../domain/sso/attempts.ts';
import { beginSso } from '../../../domain/sso/beginSso.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';
import { setBrowserSecret } from './browserCookie.ts';

/** decisions 4.15 */
export const beginSsoRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/sso/begin',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'beginSso',
        summary: 'Begin single sign-on: the address of the issuer’s page',
        tags: ['auth'],
        body: SsoBody,
        response: answers({ 200: SsoBegun }),
      },
    },
    async (request, reply) => {
      const { return_to: returnTo = null, remember_me: remembered = false } = request.body;
      const { url, browserSecret } = await beginSso(services, { returnTo, remembered, network: originOf(request).network });
      setBrowserSecret(reply, ssoIn(services).appUrl, browserSecret);
      return { url };
    },
  );
};
