import { Goal, GoalBody } from '../../../../contract/entities/goal.ts';
import { setGoal } from '../../../domain/performance/setGoal.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 3.04 */
export const postGoalRoute: Route = (app, services) => {
  app.post(
    '/api/v1/goals',
    {
      config: { permission: 'goal:write' },
      schema: {
        operationId: 'postGoal',
        summary: 'Set a goal',
        tags: ['goals'],
        body: GoalBody,
        response: answers({ 201: Goal }),
      },
    },
    async (request, reply) => reply.code(201).send(await setGoal(services, principalIn(request), request.body, originOf(request))),
  );
};
