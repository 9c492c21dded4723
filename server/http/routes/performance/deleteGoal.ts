import { GoalConflict } from '../../../../contract/entities/goal.ts';
import { removeGoal } from '../../../domain/performance/setGoal.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { IfMatch, parseIfMatch } from '../../ifMatch.ts';
import { answers, idParams, noContent } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 3.04 */
export const deleteGoalRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/goals/:id',
    {
      config: { permission: 'goal:write' },
      schema: {
        operationId: 'deleteGoal',
        summary: 'Remove a goal',
        tags: ['goals'],
        params: idParams,
        headers: IfMatch,
        response: answers({ ...noContent, 409: GoalConflict }),
      },
    },
    async (request, reply) => {
      const seenGoal = { id: rowId(request.params.id), version: parseIfMatch(request.headers) };
      await removeGoal(services, principalIn(request), seenGoal, originOf(request));
      return reply.code(204).send(null);
    },
  );
};
