import { Type } from 'typebox';
import { PricedRowPage } from '../../../../contract/entities/plan.ts';
import { limits } from '../../../../contract/limits.ts';
import { readPricedRows } from '../../../domain/commissions/priced/index.ts';
import type { Route } from '../../app.types.ts';
import { answers, limitParameter, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';
import { planParams, pricedParameters } from './planParams.ts';

const Query = queryParameters({
  ...pricedParameters,
  key: Type.String({ pattern: '^[a-z_]{1,20}(\\.[a-z0-9_]{1,20})?$', description: 'the key of a clause' }),
  version: Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'the version that priced them' }),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,200}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
});

/** `plan-page` */
export const listPricedRecordsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/plans/:id/records',
    {
      config: { permission: 'plan:read' },
      schema: {
        operationId: 'listPricedRecords',
        summary: 'The records that a clause of a plan priced',
        tags: ['plans'],
        params: planParams,
        querystring: Query,
        response: answers({ 200: PricedRowPage }),
      },
    },
    (request) => {
      const { limit, version, ...query } = request.query;
      const page = { ...query, version: Number(version), limit: Number(limit ?? limits.list.defaultLimit) };
      return readPricedRows(services, principalIn(request).actor, request.params.id, page);
    },
  );
};
