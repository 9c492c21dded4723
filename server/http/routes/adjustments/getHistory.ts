import { AuditHistory } from '../../../../contract/entities/audit.ts';
import { readAdjustmentHistory, readCommissionHistory } from '../../../domain/audit/historyOf.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route, ServerApp } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const historyRoute = (
  app: ServerApp,
  services: Parameters<Route>[1],
  {
    url,
    operationId,
    summary,
    find,
  }: { url: `/api/v1/${string}/:id/history`; operationId: string; summary: string; find: typeof readCommissionHistory },
): void => {
  app.get(
    url,
    {
      config: { permission: 'commission:read' },
      schema: { operationId, summary, tags: ['history'], params: idParams, response: answers({ 200: AuditHistory }) },
    },
    async (request) => ({
      data: await find(services, principalIn(request).actor, rowId((request.params as { id: string }).id)),
    }),
  );
};

/** Every change of the amount, with who, when, before, after and cause; its owner may read it too. */
export const getHistoryRoute: Route = (app, services) => {
  historyRoute(app, services, {
    url: '/api/v1/commissions/:id/history',
    operationId: 'getCommissionHistory',
    summary: 'Get the history of a commission record',
    find: readCommissionHistory,
  });
  historyRoute(app, services, {
    url: '/api/v1/adjustments/:id/history',
    operationId: 'getAdjustmentHistory',
    summary: 'Get the history of an adjustment',
    find: readAdjustmentHistory,
  });
};
