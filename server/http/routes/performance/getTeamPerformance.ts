import { Type } from 'typebox';
import { TeamPerformance } from '../../../../contract/entities/performance.ts';
import { readTeamPerformance } from '../../../domain/performance/teamPerformance.ts';
import type { Route } from '../../app.types.ts';
import { AsOfParameter, answers, DateParameter, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  asOf: Type.Optional(AsOfParameter),
});

/** Available with the feature `team-summary` (decisions 1.04). */
export const getTeamPerformanceRoute: Route = (app, services) => {
  app.get(
    '/api/v1/performance/team',
    {
      config: { permission: 'team:read' },
      schema: {
        operationId: 'getTeamPerformance',
        summary: 'Figures of everybody who sells',
        tags: ['performance'],
        querystring: Query,
        response: answers({ 200: TeamPerformance }),
      },
    },
    (request) => {
      const { actor, heads } = principalIn(request);
      return readTeamPerformance(services, actor, request.query, heads);
    },
  );
};
