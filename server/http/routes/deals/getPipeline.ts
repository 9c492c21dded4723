import { Pipeline } from '../../../../contract/entities/deal.ts';
import { readPipeline } from '../../../domain/deals/readPipeline.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';
import { dealFilters } from './body.ts';

/** spec 7.22 */
export const getPipelineRoute: Route = (app, services) => {
  app.get(
    '/api/v1/pipeline',
    {
      config: { permission: 'pipeline:read' },
      schema: {
        operationId: 'getPipeline',
        summary: 'Get totals of open deals',
        tags: ['deals'],
        querystring: queryParameters(dealFilters),
        response: answers({ 200: Pipeline }),
      },
    },
    (request) => readPipeline(services, principalIn(request).actor, request.query),
  );
};
