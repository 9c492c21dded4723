import { Type } from 'typebox';
import { ssoIn } from '../../../domain/sso/attempts.ts';
import { returnFromIssuer } from '../../../domain/sso/returnFromIssuer.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';
import { browserSecretIn } from './browserCookie.ts';

const MAX_QUERY = 8000;
const Callback = Type.Object({
  state: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

/** The redirect URL of the issuer. It always responds with the app's page, so that no code stays in the history. */
export const returnFromIssuerRoute: Route = (app, services) => {
  app.get(
    '/api/v1/auth/sso/callback',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'returnFromIssuer',
        summary: 'The page to which the issuer of single sign-on redirects',
        tags: ['auth'],
        querystring: Callback,
        response: { ...answers({}), 303: Type.Null({ description: 'To the app, which asks for the outcome.' }) },
      },
    },
    async (request, reply) => {
      const { appUrl } = ssoIn(services);
      const query = (request.url.split('?', 2)[1] ?? '').slice(0, MAX_QUERY);
      const log = (error: unknown) => request.log.warn({ err: error }, 'single sign-on failed');
      await returnFromIssuer(services, { query, browserSecret: browserSecretIn(request, appUrl) }, originOf(request), log);
      return reply.code(303).header('location', `${appUrl}/login/sso`).send(null);
    },
  );
};
