import { Type } from 'typebox';
import { Id } from '../../../../contract/entities/common.ts';
import { limits } from '../../../../contract/limits.ts';
import { partTooLargeProblem, savePart } from '../../../domain/imports/importSteps.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { answerProblem, handleError } from '../../plugins/errorHandler.ts';

const Params = Type.Object({ id: Id, part: Type.String({ pattern: '^(0|[1-9]\\d{0,3})$' }) }, { additionalProperties: false });

/** `imports`: the file in parts of 1 MB, so that slow connections do not time out and several servers can share the upload. */
export const putPartRoute: Route = (root, services) => {
  root.register(async (app: typeof root) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    app.put(
      '/api/v1/imports/:id/parts/:part',
      {
        bodyLimit: limits.imports.partBytes,
        config: { permission: 'import:manage' },
        schema: {
          operationId: 'putImportPart',
          summary: 'Send a part of a file',
          tags: ['imports'],
          consumes: ['application/octet-stream'],
          params: Params,
          response: answers(noContent),
        },
        errorHandler: (error, request, reply) => {
          if (error.statusCode === 413) answerProblem(partTooLargeProblem(), request, reply);
          else handleError(error, request, reply);
        },
      },
      async ({ params, body }, reply) => {
        await savePart(services, rowId(params.id), Number(params.part), (body as Buffer | undefined) ?? Buffer.alloc(0));
        return reply.code(204).send(null);
      },
    );
  });
};
