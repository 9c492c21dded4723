import { Type } from 'typebox';
import { CommissionPage, commissionStatuses } from '../../../../contract/entities/commission.ts';
import { oneOf } from '../../../../contract/entities/common.ts';
import { limits } from '../../../../contract/limits.ts';
import { listCommissions as list } from '../../../domain/commissions/listCommissions.ts';
import type { Route } from '../../app.types.ts';
import {
  AsOfParameter,
  answers,
  DateParameter,
  limitParameter,
  queryParameters,
  ScopeParameter,
  UserIdParameter,
} from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  user_id: Type.Optional(UserIdParameter),
  scope: Type.Optional(ScopeParameter),
  status: Type.Optional(oneOf(commissionStatuses)),
  search: Type.Optional(Type.String({ maxLength: limits.list.searchLength, description: 'announced as commission-search' })),
  asOf: Type.Optional(AsOfParameter),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,800}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
});

/** spec 7.20, 6.04: requests for further pages may send cursor and limit only. */
export const listCommissionsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/commissions',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'listCommissions',
        summary: 'Commission records of a range',
        tags: ['commissions'],
        querystring: Query,
        response: answers({ 200: CommissionPage }),
      },
    },
    (request) => {
      const limit = Number(request.query.limit ?? limits.list.defaultLimit);
      const { actor, heads } = principalIn(request);
      return list(services, actor, { ...request.query, limit }, heads);
    },
  );
};
