import { DealBoard } from '../../../../contract/entities/deal.ts';
import { readBoard } from '../../../domain/deals/readPipeline.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';
import { dealFilters } from './body.ts';

/** decisions 2.17: the stages with their totals, and the first open deals of each. */
export const getBoardRoute: Route = (app, services) => {
  app.get(
    '/api/v1/deals/board',
    {
      config: { permission: 'deal:read' },
      schema: {
        operationId: 'getDealBoard',
        summary: 'Open deals by stage',
        tags: ['deals'],
        querystring: queryParameters(dealFilters),
        response: answers({ 200: DealBoard }),
      },
    },
    (request) => readBoard(services, principalIn(request).actor, request.query),
  );
};
