import { ImportBody, ImportDetail } from '../../../../contract/entities/import.ts';
import { createImport } from '../../../domain/imports/importSteps.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** `imports`: registers a file, which is then uploaded in parts. */
export const postImportFileRoute: Route = (app, services) => {
  app.post(
    '/api/v1/imports',
    {
      config: { permission: 'import:manage' },
      schema: {
        operationId: 'postImportFile',
        summary: 'Create a file import',
        tags: ['imports'],
        body: ImportBody,
        response: answers({ 201: ImportDetail }),
      },
    },
    async (request, reply) => {
      const requester = { principal: principalIn(request), origin: originOf(request) };
      return reply.code(201).send(await createImport(services, requester, request.body));
    },
  );
};
