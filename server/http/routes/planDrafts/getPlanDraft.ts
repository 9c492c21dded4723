import { PlanDraftDetail } from '../../../../contract/entities/planDraft.ts';
import { readDraft } from '../../../domain/planDrafts/planDrafts.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';

/** `plan-drafts` */
export const getPlanDraftRoute: Route = (app, services) => {
  app.get(
    '/api/v1/plan-drafts/:id',
    {
      config: { permission: 'plan-draft:use' },
      schema: {
        operationId: 'getPlanDraft',
        summary: 'Get a draft with the plans that it changes and the plans in use',
        tags: ['planDrafts'],
        params: idParams,
        response: answers({ 200: PlanDraftDetail }),
      },
    },
    (request) => readDraft(services, rowId(request.params.id)),
  );
};
