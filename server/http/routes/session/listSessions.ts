import { Type } from 'typebox';
import { Session } from '../../../../contract/entities/auth.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const SessionList = Type.Object({ data: Type.Array(Session) });

/** decisions 4.04 */
export const listSessionsRoute: Route = (app, { store, clock }) => {
  app.get(
    '/api/v1/auth/sessions',
    {
      config: { permission: 'session:use' },
      schema: { operationId: 'listSessions', summary: 'List your sessions', tags: ['auth'], response: answers({ 200: SessionList }) },
    },
    async (request) => {
      const { userId, sessionId } = principalIn(request);
      return { data: await store.sessions.listOpen(userId, sessionId, clock()) };
    },
  );
};
