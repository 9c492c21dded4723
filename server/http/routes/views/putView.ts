import { View, ViewChangeBody, ViewConflict } from '../../../../contract/entities/view.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { changeView } from '../../../domain/views/views.ts';
import type { Route } from '../../app.types.ts';
import { IfMatch, parseIfMatch } from '../../ifMatch.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** Available with the feature `views`. */
export const putViewRoute: Route = (app, services) => {
  app.put(
    '/api/v1/views/:id',
    {
      config: { permission: 'view:write' },
      schema: {
        operationId: 'putView',
        summary: 'Rename, share or change a view',
        tags: ['views'],
        params: idParams,
        headers: IfMatch,
        body: ViewChangeBody,
        response: answers({ 200: View, 409: ViewConflict }),
      },
    },
    (request) => {
      const seenView = { id: rowId(request.params.id), version: parseIfMatch(request.headers), body: request.body };
      return changeView(services, principalIn(request).actor, seenView);
    },
  );
};
