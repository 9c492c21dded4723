import { Type } from 'typebox';
import { Comparison } from '../../../../contract/entities/comparison.ts';
import { compareDays } from '../../../domain/commissions/compareDays.ts';
import { readStale } from '../../../domain/shared/readStale.ts';
import type { Route } from '../../app.types.ts';
import { AsOfParameter, answers, DateParameter, queryParameters, ScopeParameter, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  user_id: Type.Optional(UserIdParameter),
  scope: Type.Optional(ScopeParameter),
  asOf: Type.Optional(AsOfParameter),
  against: Type.Optional(AsOfParameter),
});

/** Available with the feature `as-of`: compares two days, with the records that differ. */
export const compareCommissionsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/commissions/comparison',
    {
      config: { permission: 'commission:read', weight: 'heavy' },
      schema: {
        operationId: 'compareCommissions',
        summary: 'Commissions of a range as known at the end of two days',
        tags: ['commissions'],
        querystring: Query,
        response: answers({ 200: Comparison }),
      },
    },
    (request) => {
      const { actor, heads } = principalIn(request);
      return readStale(services, heads, (on) => compareDays(on, actor, request.query));
    },
  );
};
