import { StatementRootList } from '../../../../contract/entities/statementRoot.ts';
import { listRoots as list } from '../../../domain/statements/listRoots.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';

/** decisions 2.38: the published roots of closed months. */
export const listRootsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/statement-roots',
    {
      config: { permission: 'statement-root:read' },
      schema: {
        operationId: 'listStatementRoots',
        summary: 'Roots over the statements of closed months, newest first',
        tags: ['statements'],
        response: answers({ 200: StatementRootList }),
      },
    },
    async () => ({ data: await list(services) }),
  );
};
