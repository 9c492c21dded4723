import { oneOf } from '../../../../contract/entities/common.ts';
import { ViewList, viewScreens } from '../../../../contract/entities/view.ts';
import { listViews as list } from '../../../domain/views/views.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({ screen: oneOf(viewScreens) });

/** Available with the feature `views`. */
export const listViewsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/views',
    {
      config: { permission: 'view:use' },
      schema: {
        operationId: 'listViews',
        summary: "One's own views of a screen and those that are shared",
        tags: ['views'],
        querystring: Query,
        response: answers({ 200: ViewList }),
      },
    },
    (request) => list(services, principalIn(request).actor, request.query.screen),
  );
};
