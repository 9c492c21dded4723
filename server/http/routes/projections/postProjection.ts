import { Projection, ProjectionBody } from '../../../../contract/entities/projection.ts';
import { projectCommissions } from '../../../domain/projections/projectCommissions.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.13 */
export const postProjectionRoute: Route = (app, services) => {
  app.post(
    '/api/v1/commissions/projections',
    {
      config: { permission: 'commission:read', kind: 'read' },
      schema: {
        operationId: 'postProjection',
        summary: 'Project the commission of open deals and what-if rows',
        tags: ['projections'],
        body: ProjectionBody,
        response: answers({ 200: Projection }),
      },
    },
    (request) => projectCommissions(services, principalIn(request).actor, request.body),
  );
};
