import { Statement, StatementList } from '../../../../contract/entities/statement.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { findStatement, listStatements as list } from '../../../domain/statements/statementRequests.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** The user's statement requests and their progress. */
export const getStatementRoute: Route = (app, services) => {
  app.get(
    '/api/v1/commission-statements',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'listStatements',
        summary: 'Statements you requested',
        tags: ['statements'],
        response: answers({ 200: StatementList }),
      },
    },
    async (request) => ({ data: await list(services, principalIn(request)) }),
  );
  app.get(
    '/api/v1/commission-statements/:id',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getStatement',
        summary: 'Get the progress of a statement',
        tags: ['statements'],
        params: idParams,
        response: answers({ 200: Statement }),
      },
    },
    (request) => findStatement(services, principalIn(request), rowId(request.params.id)),
  );
};
