import { ImportDetail, MappingBody } from '../../../../contract/entities/import.ts';
import { mapImport } from '../../../domain/imports/importSteps.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** `imports`: stores the layout and column mapping, remembered for files of the same layout, and answers to the file's questions. */
export const putMappingRoute: Route = (app, services) => {
  app.put(
    '/api/v1/imports/:id/mapping',
    {
      config: { permission: 'import:manage' },
      schema: {
        operationId: 'putImportMapping',
        summary: 'Choose the columns and request a preview',
        tags: ['imports'],
        params: idParams,
        body: MappingBody,
        response: answers({ 202: ImportDetail }),
      },
    },
    async (request, reply) => {
      const requester = { principal: principalIn(request), origin: originOf(request) };
      const run = await mapImport(services, requester, rowId(request.params.id), request.body);
      services.nudge?.();
      return reply.code(202).send(run);
    },
  );
};
