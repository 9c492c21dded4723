import { Type } from 'typebox';
import { Deal } from '../../../../contract/entities/deal.ts';
import { editDeal } from '../../../domain/deals/changeDeal.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, idParams, Version } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { dealFields } from './body.ts';

const Body = Type.Object({ ...dealFields, version: Version }, { additionalProperties: false });

/** decisions 2.17: a stale version is 409, so that no concurrent edit is lost. */
export const putDealRoute: Route = (app, services) => {
  app.put(
    '/api/v1/deals/:id',
    {
      bodyLimit: 32 * 1024,
      config: { permission: 'deal:write' },
      schema: {
        operationId: 'putDeal',
        summary: 'Change a deal',
        tags: ['deals'],
        params: idParams,
        body: Body,
        response: answersOfChange(Deal, { 200: Deal }),
      },
    },
    (request) => {
      const { version, ...body } = request.body;
      return editDeal(services, principalIn(request), { id: rowId(request.params.id), version }, body, originOf(request));
    },
  );
};
