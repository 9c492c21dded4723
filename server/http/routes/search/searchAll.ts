import { Type } from 'typebox';
import { SearchHits } from '../../../../contract/entities/search.ts';
import { limits } from '../../../../contract/limits.ts';
import { searchEverything } from '../../../domain/search/searchEverything.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  q: Type.String({ maxLength: limits.search.maxLength, description: 'the beginning of a name or number, up to 100 characters' }),
});

/** `search`: the queries themselves apply the permission of each kind. */
export const searchAllRoute: Route = (app, services) => {
  app.get(
    '/api/v1/search',
    {
      config: { permission: 'search:use' },
      schema: {
        operationId: 'searchAll',
        summary: 'Search items you may open by the start of their name or number',
        tags: ['search'],
        querystring: Query,
        response: answers({ 200: SearchHits }),
      },
    },
    async (request) => {
      const { actor, heads } = principalIn(request);
      return { data: await searchEverything(services, actor, request.query.q, heads) };
    },
  );
};
