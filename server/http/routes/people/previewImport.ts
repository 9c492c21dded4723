import { Type } from 'typebox';
import { ImportPreview, UserImportChoices } from '../../../../contract/entities/people.ts';
import { limits } from '../../../../contract/limits.ts';
import { previewUserImport, usersTooLargeProblem } from '../../../domain/people/userImports/index.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { answerProblem, handleError } from '../../plugins/errorHandler.ts';

const Body = Type.Object({ csv: Type.String(), choices: Type.Optional(UserImportChoices) }, { additionalProperties: false });
/** A file of quotes and line breaks is up to twice as long in JSON. */
const JSON_GROWTH_FACTOR = 2;

/** `users-import` */
export const previewImportRoute: Route = (app, services) => {
  app.post(
    '/api/v1/users/import/preview',
    {
      bodyLimit: limits.users.importMaxBytes * JSON_GROWTH_FACTOR,
      config: { permission: 'user:manage' },
      schema: {
        operationId: 'previewImport',
        summary: 'Preview a CSV of users',
        tags: ['users'],
        body: Body,
        response: answers({ 200: ImportPreview }),
      },
      errorHandler: (error, request, reply) => {
        if (error.statusCode === 413) answerProblem(usersTooLargeProblem(), request, reply);
        else handleError(error, request, reply);
      },
    },
    (request) => previewUserImport(services, request.body.csv, request.body.choices),
  );
};
