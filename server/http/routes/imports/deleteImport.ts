import { dropImport } from '../../../domain/imports/importSteps.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';

/** `imports`: deletes a file that wrote nothing. */
export const deleteImportRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/imports/:id',
    {
      config: { permission: 'import:manage' },
      schema: {
        operationId: 'deleteImport',
        summary: 'Delete a file that was not imported',
        tags: ['imports'],
        params: idParams,
        response: answers(noContent),
      },
    },
    async ({ params }, reply) => {
      await dropImport(services, rowId(params.id));
      return reply.code(204).send(null);
    },
  );
};
