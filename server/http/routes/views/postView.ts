import { View, ViewBody } from '../../../../contract/entities/view.ts';
import { saveView } from '../../../domain/views/views.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** Available with the feature `views`. */
export const postViewRoute: Route = (app, services) => {
  app.post(
    '/api/v1/views',
    {
      config: { permission: 'view:use' },
      schema: {
        operationId: 'postView',
        summary: 'Save a view',
        tags: ['views'],
        body: ViewBody,
        response: answers({ 201: View }),
      },
    },
    async (request, reply) => reply.code(201).send(await saveView(services, principalIn(request).actor, request.body)),
  );
};
