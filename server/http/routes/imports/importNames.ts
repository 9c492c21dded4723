import { ImportNames } from '../../../../contract/entities/import.ts';
import { forgetName, listNames } from '../../../domain/imports/names.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** `imports`: texts in files that staff matched to a person. */
export const importNamesRoute: Route = (app, services) => {
  const config = { permission: 'import:manage' } as const;
  app.get(
    '/api/v1/imports/names',
    {
      config,
      schema: {
        operationId: 'listImportNames',
        summary: 'Names in files, and the people they were matched to',
        tags: ['imports'],
        response: answers({ 200: ImportNames }),
      },
    },
    () => listNames(services),
  );
  app.delete(
    '/api/v1/imports/names/:id',
    {
      config,
      schema: {
        operationId: 'deleteImportName',
        summary: 'Delete the person matched to a name; it is asked about again',
        tags: ['imports'],
        params: idParams,
        response: answers(noContent),
      },
    },
    async (request, reply) => {
      await forgetName(services, { principal: principalIn(request), origin: originOf(request) }, rowId(request.params.id));
      return reply.code(204).send(null);
    },
  );
};
