import { Deal } from '../../../../contract/entities/deal.ts';
import { findDeal } from '../../../domain/deals/findDeal.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.17 */
export const getDealRoute: Route = (app, services) => {
  app.get(
    '/api/v1/deals/:id',
    {
      config: { permission: 'deal:read' },
      schema: { operationId: 'getDeal', summary: 'One deal', tags: ['deals'], params: idParams, response: answers({ 200: Deal }) },
    },
    (request) => findDeal(services, principalIn(request).actor, rowId(request.params.id)),
  );
};
