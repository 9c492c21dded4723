import { Flows } from '../../../../contract/entities/flow.ts';
import { listFlows as list } from '../../../domain/flows/listFlows.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.37; `flows`. */
export const listFlowsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/flows',
    {
      config: { permission: 'flow:read', weight: 'heavy' },
      schema: {
        operationId: 'listFlows',
        summary: 'Where money waits: records, amounts and days on each state of its lifecycles',
        tags: ['flows'],
        response: answers({ 200: Flows }),
      },
    },
    (request) => list(services, principalIn(request).heads),
  );
};
