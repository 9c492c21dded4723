import { Type } from 'typebox';
import { OpenDealList, TEAM } from '../../../../contract/entities/projection.ts';
import { listOpenDeals as list } from '../../../domain/projections/listOpenDeals.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({ user_id: Type.Optional(Type.Union([UserIdParameter, Type.Literal(TEAM)])) });

/** decisions 2.13: the deals that can be selected. */
export const listOpenDealsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/deals/open',
    {
      config: { permission: 'commission:read', joins: ['deal:read'] },
      schema: {
        operationId: 'listOpenDeals',
        summary: 'Open deals',
        tags: ['projections'],
        querystring: Query,
        response: answers({ 200: OpenDealList }),
      },
    },
    async (request) => ({ data: await list(services, principalIn(request).actor, request.query) }),
  );
};
