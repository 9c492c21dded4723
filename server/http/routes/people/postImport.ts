import { Type } from 'typebox';
import { Id } from '../../../../contract/entities/common.ts';
import { ImportLine, ImportResult, UserImportLayout } from '../../../../contract/entities/people.ts';
import { limits } from '../../../../contract/limits.ts';
import { applyUserImport } from '../../../domain/people/userImports/index.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const Body = Type.Object(
  {
    lines: Type.Array(ImportLine, { minItems: 1, maxItems: limits.users.importChunk }),
    /** The name of the file, for the list of imports. */
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** Remembered for the next file with these headers. */
    layout: Type.Optional(UserImportLayout),
    /** The import of the file's earlier lines. */
    import_id: Type.Optional(Id),
  },
  { additionalProperties: false },
);

/** `users-import`: the preview's results are not trusted; each line is checked again. */
export const postImportRoute: Route = (app, services) => {
  app.post(
    '/api/v1/users/import',
    {
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'postImport',
        summary: 'Import users from a CSV',
        tags: ['users'],
        body: Body,
        response: answers({ 200: ImportResult }),
      },
    },
    (request) => {
      const { lines, title, layout, import_id } = request.body;
      const requested = { lines, title, layout, importId: import_id === undefined ? null : (rowId(import_id) ?? 0) };
      return applyUserImport(services, principalIn(request), requested, originOf(request), (error) =>
        request.log.error({ err: error }, 'an import stopped within its lines'),
      );
    },
  );
};
