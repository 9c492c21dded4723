import { Type } from 'typebox';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

const Alive = Type.Object({ status: Type.Literal('alive') });

/** The process answers; what it depends on, /readyz asks. */
export const getHealth: Route = (app) => {
  app.get(
    '/healthz',
    // Balancers ask by HEAD as well.
    {
      exposeHeadRoute: true,
      config: { permission: 'public' },
      schema: { operationId: 'getHealth', summary: 'Is it alive?', tags: ['health'], response: answers({ 200: Alive }) },
    },
    async () => ({ status: 'alive' as const }),
  );
};
