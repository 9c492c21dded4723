import { RefreshAnswer, RefreshBody } from '../../../../contract/entities/auth.ts';
import { refreshSession } from '../../../domain/session/refreshSession.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf } from '../../request.ts';

/** spec 7.06 */
export const refreshRoute: Route = (app, services) => {
  app.post(
    '/api/v1/auth/refresh',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'refresh',
        summary: 'Exchange a refresh token for a new access token',
        tags: ['auth'],
        body: RefreshBody,
        response: answers({ 200: RefreshAnswer }),
      },
    },
    (request) => refreshSession(services, request.body.refresh_token, originOf(request)),
  );
};
