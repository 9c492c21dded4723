import { ViewConflict } from '../../../../contract/entities/view.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { removeView } from '../../../domain/views/views.ts';
import type { Route } from '../../app.types.ts';
import { IfMatch, parseIfMatch } from '../../ifMatch.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** Available with the feature `views`. */
export const deleteViewRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/views/:id',
    {
      config: { permission: 'view:write' },
      schema: {
        operationId: 'deleteView',
        summary: 'Delete a view',
        tags: ['views'],
        params: idParams,
        headers: IfMatch,
        response: answers({ ...noContent, 409: ViewConflict }),
      },
    },
    async (request, reply) => {
      await removeView(services, principalIn(request).actor, { id: rowId(request.params.id), version: parseIfMatch(request.headers) });
      return reply.code(204).send(null);
    },
  );
};
