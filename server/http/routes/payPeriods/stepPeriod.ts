import { Type } from 'typebox';
import { PayPeriod } from '../../../../contract/entities/payPeriod.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { stepPeriod as take } from '../../../domain/payPeriods/stepPeriod.ts';
import type { Route, ServerApp } from '../../app.types.ts';
import { answers, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

export const monthParams = Type.Object({ id: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'a month, as YYYY-MM' }) });
const Reason = Type.Object({ reason: Type.String({ maxLength: 2000 }) }, { additionalProperties: false });

const steps = [
  { action: 'review', operationId: 'reviewPeriod', permission: 'period:close', summary: 'Start the review of a month' },
  { action: 'back', operationId: 'endReviewOfPeriod', permission: 'period:close', summary: 'End the review without closing' },
  { action: 'close', operationId: 'closePeriod', permission: 'period:close', summary: 'Close a month and store its figures' },
] as const satisfies readonly { action: PayPeriod['actions'][number]; operationId: string; permission: Permission; summary: string }[];

const addStep = (
  app: ServerApp,
  services: Parameters<Route>[1],
  { action, operationId, permission, summary }: (typeof steps)[number],
): void => {
  app.post(
    `/api/v1/periods/:id/${action}`,
    {
      config: { permission },
      schema: { operationId, summary, tags: ['periods'], params: monthParams, response: answers({ 200: PayPeriod }) },
    },
    (request) => take(services, principalIn(request), request.params.id, action, '', originOf(request)),
  );
};

/** decisions 2.11: open → review → closed → reopened. */
export const stepPeriodRoute: Route = (app, services) => {
  for (const step of steps) addStep(app, services, step);
  app.post(
    '/api/v1/periods/:id/reopen',
    {
      config: { permission: 'period:reopen' },
      schema: {
        operationId: 'reopenPeriod',
        summary: 'Reopen a closed month, with a reason',
        tags: ['periods'],
        params: monthParams,
        body: Reason,
        response: answers({ 200: PayPeriod, ...waitingResponse }),
      },
    },
    (request) => take(services, principalIn(request), request.params.id, 'reopen', request.body.reason, originOf(request)),
  );
};
