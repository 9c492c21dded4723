import { Type } from 'typebox';
import { ConfigChange } from '../../../../contract/entities/configChange.ts';
import { PlanDraftConflict, PlanDraftText } from '../../../../contract/entities/planDraft.ts';
import { publishAtOnce, requestPublication } from '../../../domain/planDrafts/publishDraft.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const path = '/api/v1/plan-drafts/:id';
const config = { permission: 'plan-draft:publish' } as const;
const revision = Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'the revision you read' });
const effective_date = Type.String({ maxLength: 10, description: 'the first day that follows it, as YYYY-MM-DD' });

/** `plan-drafts`, decisions 2.36: a draft that moves pay is published by confirming its impact, any other at once. */
export const publishPlanDraftRoute: Route = (app, services) => {
  app.post(
    `${path}/changes`,
    {
      config,
      schema: {
        operationId: 'requestPlanDraftChange',
        summary: 'Request the impact of publishing a draft',
        tags: ['planDrafts'],
        params: idParams,
        body: Type.Object({ revision, effective_date }, { additionalProperties: false }),
        response: answers({ 202: ConfigChange, 409: PlanDraftConflict }),
      },
    },
    async (request, reply) =>
      reply.code(202).send(await requestPublication(services, principalIn(request), rowId(request.params.id), request.body)),
  );
  app.post(
    `${path}/publish`,
    {
      config,
      schema: {
        operationId: 'publishPlanDraft',
        summary: 'Publish a draft that changes no pay',
        tags: ['planDrafts'],
        params: idParams,
        body: Type.Object({ revision }, { additionalProperties: false }),
        response: answers({ 200: PlanDraftText, 409: PlanDraftConflict }),
      },
    },
    (request) => publishAtOnce(services, principalIn(request), rowId(request.params.id), request.body.revision, originOf(request)),
  );
};
