import { Type } from 'typebox';
import { ImportLine, ImportResult } from '../../../../contract/entities/people.ts';
import { limits } from '../../../../contract/limits.ts';
import { applyUserImport } from '../../../domain/people/importUsers.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const Body = Type.Object(
  { lines: Type.Array(ImportLine, { minItems: 1, maxItems: limits.users.importChunk }) },
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
    (request) =>
      applyUserImport(services, principalIn(request), request.body.lines, originOf(request), (error) =>
        request.log.error({ err: error }, 'an import stopped within its lines'),
      ),
  );
};
