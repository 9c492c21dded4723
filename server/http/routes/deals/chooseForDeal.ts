import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { DealChoices } from '../../../../contract/entities/deal.ts';
import { limits } from '../../../../contract/limits.ts';
import { searchDealChoices as choose } from '../../../domain/deals/dealLinks.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  kind: oneOf(['customer', 'event', 'invoice']),
  q: Type.String({ maxLength: limits.deals.nameMax, description: 'a part of a name or of a number' }),
});

/** decisions 2.17: suggestions for the deal form and panel while typing. */
export const chooseForDealRoute: Route = (app, services) => {
  app.get(
    '/api/v1/deals/choices',
    {
      config: { permission: 'deal:write' },
      schema: {
        operationId: 'listDealChoices',
        summary: 'Customers, events or invoices for a deal',
        tags: ['deals'],
        querystring: Query,
        response: answers({ 200: DealChoices }),
      },
    },
    async (request) => ({ data: await choose(services, principalIn(request).actor, request.query.kind, request.query.q) }),
  );
};
