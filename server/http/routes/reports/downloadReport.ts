import { Readable } from 'node:stream';
import { openReportFile } from '../../../domain/reports/changeReport.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { CSV, fileHeaders, fileSchema, PDF, XLSX } from '../../plugins/files.ts';
import { originOf, principalIn } from '../../request.ts';

const File = fileSchema({ description: 'The file, in the requested format.' }, PDF, XLSX, CSV);

/** The file, part by part, under a name of letters, digits and dashes. */
export const downloadReportRoute: Route = (app, services) => {
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
      const { parts, ...file } = await openReportFile(services, principalIn(request), rowId(request.params.id), originOf(request));
      return reply.headers(fileHeaders(file)).send(Readable.from(parts, { objectMode: false }));
    },
  );
};
