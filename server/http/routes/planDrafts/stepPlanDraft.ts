import { PlanDraftText } from '../../../../contract/entities/planDraft.ts';
import { archiveDraft } from '../../../domain/planDrafts/changeDraft.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const steps = {
  archive: { operationId: 'archivePlanDraft', summary: 'Archive a draft' },
  restore: { operationId: 'restorePlanDraft', summary: 'Restore an archived draft' },
} as const;

/** `plan-drafts` */
export const stepPlanDraftRoute: Route = (app, services) => {
  for (const step of ['archive', 'restore'] as const)
    app.post(
      `/api/v1/plan-drafts/:id/${step}`,
      {
        config: { permission: 'plan-draft:use' },
        schema: { ...steps[step], tags: ['planDrafts'], params: idParams, response: answers({ 200: PlanDraftText }) },
      },
      (request) => archiveDraft(services, principalIn(request), rowId(request.params.id), step, originOf(request)),
    );
};
