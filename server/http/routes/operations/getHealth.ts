import { Type } from 'typebox';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

const Alive = Type.Object({ status: Type.Literal('alive') });

/** The process responds; /readyz checks its dependencies. */
export const getHealthRoute: Route = (app) => {
  app.get(
    '/healthz',
    // Load balancers also use HEAD.
    {
      exposeHeadRoute: true,
      config: { permission: 'public' },
      schema: { operationId: 'getHealth', summary: 'Health of the server', tags: ['health'], response: answers({ 200: Alive }) },
    },
    async () => ({ status: 'alive' as const }),
  );
};
