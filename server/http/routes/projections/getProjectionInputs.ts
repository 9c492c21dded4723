import { Type } from 'typebox';
import { ProjectionInputs } from '../../../../contract/entities/projection.ts';
import { readProjectionInputs } from '../../../domain/projections/projectionInputs.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({ user_id: Type.Optional(UserIdParameter) });

/** decisions 2.13: the client computes what another booking would earn. */
export const getProjectionInputsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/commissions/projections/inputs',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'getProjectionInputs',
        summary: "A person's quota period as the engine takes it",
        tags: ['projections'],
        querystring: Query,
        response: answers({ 200: ProjectionInputs }),
      },
    },
    (request) => readProjectionInputs(services, principalIn(request).actor, request.query),
  );
};
