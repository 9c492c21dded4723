import { Type } from 'typebox';
import { ApprovalCount, ApprovalDetail, ApprovalPage, approvalGroups } from '../../../../contract/entities/approval.ts';
import { oneOf } from '../../../../contract/entities/common.ts';
import { limits } from '../../../../contract/limits.ts';
import { countApprovals, findApproval, listApprovals as list } from '../../../domain/approvals/listApprovals.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, limitParameter, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  group: Type.Optional(oneOf(approvalGroups)),
  user_id: Type.Optional(UserIdParameter),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,1000}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
});
const config = { permission: 'approval:use' } as const;
const tags = ['approvals'];
const path = '/api/v1/approvals';

/** decisions 2.10, 2.16: everything waiting for the requester, a single item, and the counts. */
export const listApprovalsRoute: Route = (app, services) => {
  app.get(
    path,
    {
      config,
      schema: {
        operationId: 'listApprovals',
        summary: 'List items that wait for your approval',
        tags,
        querystring: Query,
        response: answers({ 200: ApprovalPage }),
      },
    },
    (request) => {
      const limit = Number(request.query.limit ?? limits.approvals.pageSize);
      return list(services, principalIn(request).actor, { ...request.query, limit });
    },
  );
  app.get(
    `${path}/count`,
    {
      config,
      schema: {
        operationId: 'countApprovals',
        summary: 'Count items that wait for your approval',
        tags,
        response: answers({ 200: ApprovalCount }),
      },
    },
    async (request) => ({ count: await countApprovals(services, principalIn(request).actor) }),
  );
  app.get(
    `${path}/:id`,
    {
      config,
      schema: {
        operationId: 'getApproval',
        summary: 'One item that waits for your approval',
        tags,
        params: idParams,
        response: answers({ 200: ApprovalDetail }),
      },
    },
    (request) => findApproval(services, principalIn(request).actor, request.params.id),
  );
};
