import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { exportOwnData } from '../../../domain/people/ownData.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const File = Type.Unsafe<Readable>({ type: 'object', description: 'A file, by section' });

/** `own-data`: streamed as it is read, so that its size does not matter. */
export const getOwnDataRoute: Route = (app, services) => {
  app.get(
    '/api/v1/users/me/export',
    {
      config: { permission: 'session:use', weight: 'heavy' },
      schema: {
        operationId: 'getOwnData',
        summary: 'Get all data stored about you',
        tags: ['users'],
        response: answers({ 200: File }),
      },
    },
    async (request, reply) => {
      const chunks = await exportOwnData(services, principalIn(request).userId, originOf(request));
      reply.headers({ 'content-type': 'application/json; charset=utf-8', 'content-disposition': 'attachment; filename="my-data.json"' });
      return reply.send(Readable.from(chunks));
    },
  );
};
