import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { ImportRows, importFates, QuarantineList } from '../../../../contract/entities/import.ts';
import { listRows as list, listQuarantine } from '../../../domain/imports/listImports.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, queryParameters } from '../../plugins/answers.ts';

const Cursor = Type.Optional(Type.String({ maxLength: 200 }));

/** `imports`: rows of the file with their previewed outcome, and rows in quarantine. */
export const listRowsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/imports/:id/rows',
    {
      config: { permission: 'import:manage' },
      schema: {
        operationId: 'listImportRows',
        summary: 'Rows of a file with their outcomes',
        tags: ['imports'],
        params: idParams,
        querystring: queryParameters({ fate: Type.Optional(oneOf(importFates)), cursor: Cursor }),
        response: answers({ 200: ImportRows }),
      },
    },
    ({ params, query }) => list(services, rowId(params.id), query),
  );
  app.get(
    '/api/v1/imports/:id/quarantine',
    {
      config: { permission: 'import:manage' },
      schema: {
        operationId: 'listQuarantine',
        summary: 'List rows in quarantine',
        tags: ['imports'],
        params: idParams,
        querystring: queryParameters({ cursor: Cursor }),
        response: answers({ 200: QuarantineList }),
      },
    },
    ({ params, query }) => listQuarantine(services, rowId(params.id), query),
  );
};
