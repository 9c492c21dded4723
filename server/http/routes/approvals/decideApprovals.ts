import { Type } from 'typebox';
import { ApprovalResults } from '../../../../contract/entities/approval.ts';
import { Id, oneOf } from '../../../../contract/entities/common.ts';
import { limits } from '../../../../contract/limits.ts';
import { decideApprovals as decide, undoApprovals } from '../../../domain/approvals/decideApprovals.ts';
import type { Route } from '../../app.types.ts';
import { answers, Version } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const { maxItems } = limits.approvals;
const Items = Type.Array(Type.Object({ id: Id, version: Version }, { additionalProperties: false }), {
  minItems: 1,
  maxItems,
  description: `1 to ${maxItems} items`,
});
const Note = Type.String({ maxLength: 2000, description: 'why; a rejection needs it' });
const Decision = Type.Object(
  { decision: oneOf(['approve', 'reject']), items: Items, note: Type.Optional(Note) },
  { additionalProperties: false },
);
const Undo = Type.Object({ items: Items }, { additionalProperties: false });
const config = { permission: 'approval:use' } as const;
const tags = ['approvals'];
const response = answers({ 200: ApprovalResults });

/** decisions 2.10, 2.16: one request for many items, with a result for each. */
export const decideApprovalsRoute: Route = (app, services) => {
  app.post(
    '/api/v1/approvals/decide',
    { config, schema: { operationId: 'decideApprovals', summary: 'Approve or reject items', tags, body: Decision, response } },
    async (request) => {
      const { decision, items, note = '' } = request.body;
      return { data: await decide(services, principalIn(request), { decision, items, note }, originOf(request)) };
    },
  );
  app.post(
    '/api/v1/approvals/undo',
    {
      config,
      schema: { operationId: 'undoApprovals', summary: 'Undo your decisions within ten seconds', tags, body: Undo, response },
    },
    async (request) => ({ data: await undoApprovals(services, principalIn(request), request.body.items, originOf(request)) }),
  );
};
