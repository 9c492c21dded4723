import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { reportFile } from '../../../domain/reports/changeReport.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn, rowId } from '../../request.ts';

const bytes = { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) };
const File = {
  description: 'The file, in the format that was asked for.',
  content: {
    'application/pdf': bytes,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': bytes,
    'text/csv': bytes,
  },
};

/** The file itself, part by part, under a name of letters, digits and dashes. */
export const downloadReport: Route = (app, services) => {
  app.get(
    '/api/v1/reports/:id/download',
    {
      config: { permission: 'report:use' },
      schema: {
        operationId: 'downloadReport',
        summary: 'The file of a report',
        tags: ['reports'],
        params: idParams,
        response: { ...answers({}), 200: File },
      },
    },
    async (request, reply) => {
      const { name, mediaType, sha256, size, parts } = await reportFile(
        services,
        principalIn(request),
        rowId(request.params.id),
        originOf(request),
      );
      reply.headers({
        'content-type': mediaType,
        'content-length': size,
        'content-disposition': `attachment; filename="${name}"`,
        etag: `"${sha256}"`,
      });
      return reply.send(Readable.from(parts, { objectMode: false }));
    },
  );
};
