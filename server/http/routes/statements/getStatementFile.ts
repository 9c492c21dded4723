import { Type } from 'typebox';
import { statementFile } from '../../../domain/statements/statementRequests.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn, rowId } from '../../request.ts';

const bytes = { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) };
const File = {
  description: 'The file, in the format that was asked for.',
  content: {
    'application/pdf': bytes,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': bytes,
    'text/csv': bytes,
  },
};

/** The file itself, under a name of letters, digits and dashes. */
export const getStatementFile: Route = (app, services) => {
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
      const file = await statementFile(services, principalIn(request), rowId(request.params.id), originOf(request));
      const { name, mediaType, content, sha256 } = file;
      reply.headers({ 'content-type': mediaType, 'content-disposition': `attachment; filename="${name}"`, etag: `"${sha256}"` });
      return reply.send(content);
    },
  );
};
