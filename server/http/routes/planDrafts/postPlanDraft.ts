import { NewPlanDraft, PlanDraftText } from '../../../../contract/entities/planDraft.ts';
import { addDraft } from '../../../domain/planDrafts/planDrafts.ts';
import type { Route } from '../../app.types.ts';
import { answers } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** `plan-drafts` */
export const postPlanDraftRoute: Route = (app, services) => {
  app.post(
    '/api/v1/plan-drafts',
    {
      config: { permission: 'plan-draft:use' },
      schema: {
        operationId: 'postPlanDraft',
        summary: 'Start a draft from the plans in use or from another draft',
        tags: ['planDrafts'],
        body: NewPlanDraft,
        response: answers({ 201: PlanDraftText }),
      },
    },
    async (request, reply) => reply.code(201).send(await addDraft(services, principalIn(request), request.body, originOf(request))),
  );
};
