import { Readable } from 'node:stream';
import { findImportRun } from '../../../domain/imports/importSteps.ts';
import { streamRefusedRows } from '../../../domain/imports/listImports.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { CSV, fileHeaders, fileSchema } from '../../plugins/files.ts';

const File = fileSchema({ description: 'The rows, to be put right and imported again.' }, CSV);

/** `imports`: the refused rows, streamed, so that their number does not matter. */
export const getRefusedRoute: Route = (app, services) => {
  app.get(
    '/api/v1/imports/:id/refused',
    {
      config: { permission: 'import:manage' },
      schema: {
        operationId: 'getRefusedRows',
        summary: 'Rows in quarantine as a CSV',
        tags: ['imports'],
        params: idParams,
        response: { ...answers({}), 200: File },
      },
    },
    async ({ params }, reply) => {
      const { id } = await findImportRun(services, rowId(params.id));
      reply.headers(fileHeaders({ name: `refused-rows-${id}.csv`, mediaType: `${CSV}; charset=utf-8` }));
      return reply.send(Readable.from(streamRefusedRows(services, id)));
    },
  );
};
