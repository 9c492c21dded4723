import { ImportDetail } from '../../../../contract/entities/import.ts';
import { findImport } from '../../../domain/imports/importSteps.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';

/** `imports`: a file with its columns, preview and available actions. */
export const getImportRoute: Route = (app, services) => {
  app.get(
    '/api/v1/imports/:id',
    {
      config: { permission: 'import:manage' },
      schema: {
        operationId: 'getImport',
        summary: 'An import with its progress',
        tags: ['imports'],
        params: idParams,
        response: answers({ 200: ImportDetail }),
      },
    },
    ({ params }) => findImport(services, rowId(params.id)),
  );
};
