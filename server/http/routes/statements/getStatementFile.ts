import { rowId } from '../../../domain/shared/rowId.ts';
import { openStatementFile } from '../../../domain/statements/statementRequests.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { CSV, fileHeaders, fileSchema, HTML, PDF, XLSX } from '../../plugins/files.ts';
import { originOf, principalIn } from '../../request.ts';

const File = fileSchema({ description: 'The file, in the requested format.' }, PDF, XLSX, CSV, HTML);

/** The file, under a name of letters, digits and dashes. */
export const getStatementFileRoute: Route = (app, services) => {
  app.get(
    '/api/v1/commission-statements/:id/file',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getStatementFile',
        summary: 'The file of a statement',
        tags: ['statements'],
        params: idParams,
        response: { ...answers({}), 200: File },
      },
    },
    async (request, reply) => {
      const file = await openStatementFile(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.headers(fileHeaders(file)).send(file.content);
    },
  );
};
