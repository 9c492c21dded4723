import { Type } from 'typebox';
import { PlanDraftComments } from '../../../../contract/entities/planDraft.ts';
import { addComment, listComments } from '../../../domain/planDrafts/draftComments.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const path = '/api/v1/plan-drafts/:id/comments';
const config = { permission: 'plan-draft:use' } as const;
const Body = Type.Object({ text: Type.String() }, { additionalProperties: false });

/** `plan-drafts` */
export const commentPlanDraftRoute: Route = (app, services) => {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'listPlanDraftComments',
        summary: 'Comments on a draft, oldest first',
        tags: ['planDrafts'],
        params: idParams,
        response: answers({ 200: PlanDraftComments }),
      },
    },
    (request) => listComments(services, rowId(request.params.id)),
  );
  app.post(
    path,
    {
      config,
      schema: {
        operationId: 'commentPlanDraft',
        summary: 'Comment on a draft',
        tags: ['planDrafts'],
        params: idParams,
        body: Body,
        response: answers({ 201: PlanDraftComments }),
      },
    },
    async (request, reply) => {
      const comments = await addComment(services, principalIn(request), rowId(request.params.id), request.body.text, originOf(request));
      return reply.code(201).send(comments);
    },
  );
};
