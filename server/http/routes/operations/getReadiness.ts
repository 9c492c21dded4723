import { Type } from 'typebox';
import { messages } from '../../../../contract/messages.ts';
import { isReady } from '../../../domain/shared/isReady.ts';
import { Problem } from '../../../domain/shared/problem.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

const Ready = Type.Object({ status: Type.Literal('ready') });

/** Ready to serve: the database must respond within a second. */
export const getReadinessRoute: Route = (app, services) => {
  app.get(
    '/readyz',
    // Load balancers also use HEAD.
    {
      exposeHeadRoute: true,
      config: { permission: 'public' },
      schema: { operationId: 'getReadiness', summary: 'Readiness of the server', tags: ['health'], response: answers({ 200: Ready }) },
    },
    async () => {
      if (!(await isReady(services))) throw new Problem(503, 'not_ready', messages.server.notReady, { retryAfter: 5 });
      return { status: 'ready' as const };
    },
  );
};
