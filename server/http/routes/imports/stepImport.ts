import { Type } from 'typebox';
import { WaitingWork } from '../../../../contract/entities/approval.ts';
import { ImportDetail } from '../../../../contract/entities/import.ts';
import { cancelImport, endUpload, resumeImport, startImport, undoImport } from '../../../domain/imports/importSteps.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const steps = [
  { name: 'read', operationId: 'readImport', summary: 'Read a completely uploaded file', step: endUpload },
  { name: 'start', operationId: 'startImport', summary: 'Start an import after its preview', step: startImport },
  { name: 'cancel', operationId: 'cancelImport', summary: 'Cancel an import; its written data stays', step: cancelImport },
  { name: 'resume', operationId: 'resumeImport', summary: 'Resume a stopped import', step: resumeImport },
  { name: 'undo', operationId: 'undoImport', summary: 'Undo everything that an import wrote', step: undoImport },
] as const;

/** `imports`: responds immediately; a worker continues the run. */
export const stepImportRoute: Route = (app, services) => {
  for (const { name, operationId, summary, step } of steps)
    app.post(
      `/api/v1/imports/:id/${name}`,
      {
        config: { permission: 'import:manage' },
        schema: {
          operationId,
          summary,
          tags: ['imports'],
          params: idParams,
          body: Type.Object({}, { additionalProperties: false }),
          // An undo that needs another person's approval is only proposed.
          response: answers({ 202: name === 'undo' ? Type.Union([ImportDetail, WaitingWork]) : ImportDetail }),
        },
      },
      async (request, reply) => {
        const run = await step(services, { principal: principalIn(request), origin: originOf(request) }, rowId(request.params.id));
        services.nudge?.();
        return reply.code(202).send(run);
      },
    );
};
