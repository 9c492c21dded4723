import { Type } from 'typebox';
import { PlanChangeNotice } from '../../../../contract/entities/configChange.ts';
import { acknowledgePlanChange, findOwnPlanChange } from '../../../domain/settings/planChanges.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const tags = ['plans'];
const path = '/api/v1/plan-changes/:id';
const SeenBody = Type.Object(
  { sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'the hash of what was shown' }) },
  { additionalProperties: false },
);

/** decisions 2.09: the user's part of a plan change, and its acknowledgment. */
export const planChangesRoute: Route = (app, services) => {
  app.get(
    path,
    {
      config: { permission: 'plan:acknowledge' },
      schema: {
        operationId: 'getPlanChange',
        summary: 'Get the changes of a version for you',
        tags,
        params: idParams,
        response: answers({ 200: PlanChangeNotice }),
      },
    },
    (request) => findOwnPlanChange(services, principalIn(request), rowId(request.params.id)),
  );
  app.post(
    `${path}/acknowledge`,
    {
      config: { permission: 'plan:acknowledge' },
      schema: {
        operationId: 'acknowledgePlanChange',
        summary: 'Confirm that you have read a plan change',
        tags,
        params: idParams,
        body: SeenBody,
        response: answers({ 200: PlanChangeNotice }),
      },
    },
    (request) => acknowledgePlanChange(services, principalIn(request), rowId(request.params.id), request.body.sha256, originOf(request)),
  );
};
