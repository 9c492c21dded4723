import { Type } from 'typebox';
import { PlanDraftPage } from '../../../../contract/entities/planDraft.ts';
import { limits } from '../../../../contract/limits.ts';
import { listDrafts } from '../../../domain/planDrafts/planDrafts.ts';
import type { Route } from '../../app.types.ts';
import { answers, limitParameter, queryParameters } from '../../plugins/answers.ts';

const Query = queryParameters({ cursor: Type.Optional(Type.String({ maxLength: 200 })), limit: Type.Optional(limitParameter(500)) });

/** `plan-drafts` */
export const listPlanDraftsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/plan-drafts',
    {
      config: { permission: 'plan-draft:use' },
      schema: {
        operationId: 'listPlanDrafts',
        summary: 'Drafts of the plans, newest first',
        tags: ['planDrafts'],
        querystring: Query,
        response: answers({ 200: PlanDraftPage }),
      },
    },
    (request) => {
      const { limit, ...query } = request.query;
      return listDrafts(services, { ...query, limit: Number(limit ?? limits.list.defaultLimit) });
    },
  );
};
