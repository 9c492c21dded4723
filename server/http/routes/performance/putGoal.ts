import { Goal, GoalChangeBody, GoalConflict } from '../../../../contract/entities/goal.ts';
import { changeGoal } from '../../../domain/performance/setGoal.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { IfMatch, parseIfMatch } from '../../ifMatch.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 3.04 */
export const putGoalRoute: Route = (app, services) => {
  app.put(
    '/api/v1/goals/:id',
    {
      config: { permission: 'goal:write' },
      schema: {
        operationId: 'putGoal',
        summary: "Change a goal's target",
        tags: ['goals'],
        params: idParams,
        headers: IfMatch,
        body: GoalChangeBody,
        response: answers({ 200: Goal, 409: GoalConflict }),
      },
    },
    (request) => {
      const seenGoal = { id: rowId(request.params.id), version: parseIfMatch(request.headers), target: request.body.target };
      return changeGoal(services, principalIn(request), seenGoal, originOf(request));
    },
  );
};
