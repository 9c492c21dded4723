import { UserChange, UserImpact } from '../../../../contract/entities/people.ts';
import { computeUserImpact } from '../../../domain/people/userImpact.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';

/** `people-dates`: accepts the body of a PUT without storing it. */
export const postImpactRoute: Route = (app, services) => {
  app.post(
    '/api/v1/users/:id/impact',
    {
      config: { permission: 'user:manage', weight: 'heavy' },
      schema: {
        operationId: 'postUserImpact',
        summary: 'Preview the effect of a user change on commissions',
        tags: ['users'],
        params: idParams,
        body: UserChange,
        response: answers({ 200: UserImpact }),
      },
    },
    (request) => computeUserImpact(services, rowId(request.params.id), request.body),
  );
};
