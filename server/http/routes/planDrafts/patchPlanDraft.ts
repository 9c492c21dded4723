import { PlanDraftChange, PlanDraftConflict, PlanDraftText } from '../../../../contract/entities/planDraft.ts';
import { changeDraft } from '../../../domain/planDrafts/changeDraft.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** `plan-drafts` */
export const patchPlanDraftRoute: Route = (app, services) => {
  app.patch(
    '/api/v1/plan-drafts/:id',
    {
      config: { permission: 'plan-draft:use' },
      schema: {
        operationId: 'patchPlanDraft',
        summary: 'Rename a draft, save its text, or base it on the plans in use',
        tags: ['planDrafts'],
        params: idParams,
        body: PlanDraftChange,
        response: answers({ 200: PlanDraftText, 409: PlanDraftConflict }),
      },
    },
    (request) => changeDraft(services, principalIn(request), rowId(request.params.id), request.body, originOf(request)),
  );
};
