import { Type } from 'typebox';
import { UserImportUndo } from '../../../../contract/entities/people.ts';
import { undoUserImport } from '../../../domain/people/userImports/index.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const Body = Type.Object({}, { additionalProperties: false });

/** `users-import` */
export const undoUserImportRoute: Route = (app, services) => {
  app.post(
    '/api/v1/users/imports/:id/undo',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'undoUserImport',
        summary: 'Undo an import of users',
        tags: ['users'],
        params: idParams,
        body: Body,
        response: answers({ 200: UserImportUndo }),
      },
    },
    (request) => undoUserImport(services, principalIn(request), rowId(request.params.id), originOf(request)),
  );
};
