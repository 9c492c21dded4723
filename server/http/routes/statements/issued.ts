import { IssuedStatement, IssuedStatementList } from '../../../../contract/entities/periodReview.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { confirmIssued, listIssued, openIssuedFile } from '../../../domain/statements/issuedStatements.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { CSV, fileHeaders, fileSchema, PDF } from '../../plugins/files.ts';
import { originOf, principalIn } from '../../request.ts';

const config = { permission: 'commission:read' } as const;
const tags = ['statements'];
const File = fileSchema({ description: 'The statement, as it was written.' }, PDF, CSV);

/** decisions 2.11: statements issued when a month is closed, each confirmed by its person. */
export const issuedRoute: Route = (app, services) => {
  app.get(
    '/api/v1/issued-statements',
    {
      config,
      schema: {
        operationId: 'listIssuedStatements',
        summary: "One's own statements of closed months",
        tags,
        response: answers({ 200: IssuedStatementList }),
      },
    },
    async (request) => ({ data: await listIssued(services, principalIn(request)) }),
  );
  app.get(
    '/api/v1/issued-statements/:id/file',
    {
      config,
      schema: {
        operationId: 'getIssuedStatementFile',
        summary: 'The file of a statement of a closed month',
        tags,
        params: idParams,
        response: { ...answers({}), 200: File },
      },
    },
    async (request, reply) => {
      const file = await openIssuedFile(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.headers(fileHeaders(file)).send(file.content);
    },
  );
  app.post(
    '/api/v1/issued-statements/:id/confirm',
    {
      config,
      schema: {
        operationId: 'confirmIssuedStatement',
        summary: "Confirm one's own statement",
        tags,
        params: idParams,
        response: answers({ 200: IssuedStatement }),
      },
    },
    (request) => confirmIssued(services, principalIn(request), rowId(request.params.id), originOf(request)),
  );
};
