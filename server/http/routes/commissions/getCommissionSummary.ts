import { Type } from 'typebox';
import { CommissionSummary } from '../../../../contract/entities/commission.ts';
import { summarizeCommissions } from '../../../domain/commissions/summarizeCommissions.ts';
import { readAsKnownOn } from '../../../domain/lens/asKnown.ts';
import type { Route } from '../../app.types.ts';
import { AsOfParameter, answers, DateParameter, queryParameters, ScopeParameter, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  user_id: Type.Optional(UserIdParameter),
  scope: Type.Optional(ScopeParameter),
  asOf: Type.Optional(AsOfParameter),
});
const SummaryResponse = Type.Object({ summary: CommissionSummary });

/** spec 7.31 */
export const getCommissionSummaryRoute: Route = (app, services) => {
  app.get(
    '/api/v1/commissions/summary',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getCommissionSummary',
        summary: 'Sums of commissions in a range',
        tags: ['commissions'],
        querystring: Query,
        response: answers({ 200: SummaryResponse }),
      },
    },
    (request) => {
      const { actor, heads } = principalIn(request);
      const { asOf: day, ...query } = request.query;
      return readAsKnownOn(services, { day, heads }, async (pastServices, knownDay) => ({
        summary: await summarizeCommissions(pastServices, actor, query, knownDay),
      }));
    },
  );
};
