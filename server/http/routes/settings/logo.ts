import { Type } from 'typebox';
import { limits } from '../../../../contract/limits.ts';
import { messages } from '../../../../contract/messages.ts';
import { isPrintable } from '../../../documents/logoBand.ts';
import { logoProblem, logoVersionOf, removeLogo, saveLogo } from '../../../domain/settings/logo.ts';
import { notFoundProblem } from '../../../domain/shared/problem.ts';
import type { Route } from '../../app.types.ts';
import { answers, noContent } from '../../plugins/answers.ts';
import { answerProblem, handleError } from '../../plugins/errorHandler.ts';
import { fileSchema } from '../../plugins/files.ts';
import { originOf, principalIn } from '../../request.ts';

const tags = ['settings'];
const path = '/api/v1/settings/logo';
const Picture = fileSchema({ description: 'The logo.' }, 'image/png', 'image/jpeg');
const IMMUTABLE = 'public, max-age=31536000, immutable';
const Unchanged = Type.Null({ description: 'The copy with this etag is current.' });
/** `v` changes with the picture, so that a cached copy is never outdated. */
const Version = Type.Object({ v: Type.Optional(Type.String({ maxLength: 64 })) }, { additionalProperties: false });

const isCurrent = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/** `logo`: the company's logo (decisions 4.12). */
export const logoRoute: Route = (root, services) => {
  root.get(
    '/api/v1/public/logo',
    {
      config: { permission: 'public' },
      schema: {
        operationId: 'getLogo',
        summary: 'Get the logo',
        tags,
        querystring: Version,
        response: { ...answers({ 304: Unchanged }), 200: Picture },
      },
    },
    async (request, reply) => {
      const logo = await services.store.logo.read();
      if (!logo) throw notFoundProblem('logo');
      const etag = `"${logo.sha256}"`;
      reply.headers({ etag, 'cache-control': request.query.v === logoVersionOf(logo.sha256) ? IMMUTABLE : 'no-cache' });
      if (isCurrent(request.headers['if-none-match'], etag)) return reply.code(304).send(null);
      return reply.type(logo.mediaType).send(logo.content);
    },
  );
  root.delete(
    path,
    {
      config: { permission: 'settings:manage' },
      schema: { operationId: 'removeLogo', summary: 'Remove the logo', tags, response: answers(noContent) },
    },
    async (request, reply) => {
      await removeLogo(services, principalIn(request), originOf(request));
      return reply.code(204).send(null);
    },
  );
  root.register(async (app: typeof root) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    app.put(
      path,
      {
        bodyLimit: limits.logo.maxBytes,
        config: { permission: 'settings:manage' },
        schema: {
          operationId: 'putLogo',
          summary: 'Replace the logo by a PNG or JPEG',
          tags,
          consumes: ['application/octet-stream'],
          response: answers(noContent),
        },
        errorHandler: (error, request, reply) => {
          if (error.statusCode === 413) answerProblem(logoProblem(messages.companyLogo.tooLarge), request, reply);
          else handleError(error, request, reply);
        },
      },
      async (request, reply) => {
        const content = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
        await saveLogo(services, principalIn(request), content, originOf(request), isPrintable);
        return reply.code(204).send(null);
      },
    );
  });
};
