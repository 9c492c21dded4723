import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { DealPage, dealSortFields } from '../../../../contract/entities/deal.ts';
import { limits } from '../../../../contract/limits.ts';
import { listDeals as list } from '../../../domain/deals/listDeals.ts';
import type { Route } from '../../app.types.ts';
import { answers, limitParameter, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';
import { dealFilters, State } from './body.ts';

const Query = queryParameters({
  ...dealFilters,
  state: State,
  sort_field: Type.Optional(oneOf(dealSortFields)),
  sort_direction: Type.Optional(oneOf(['asc', 'desc'])),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,2000}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
});

/** decisions 2.17: open deals by default; requests for further pages may send cursor and limit only. */
export const listDealsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/deals',
    {
      config: { permission: 'deal:read' },
      schema: {
        operationId: 'listDeals',
        summary: 'Deals you may read',
        tags: ['deals'],
        querystring: Query,
        response: answers({ 200: DealPage }),
      },
    },
    (request) => {
      const limit = Number(request.query.limit ?? limits.list.defaultLimit);
      return list(services, principalIn(request).actor, { ...request.query, limit });
    },
  );
};
