import { Type } from 'typebox';
import { InvoiceSplit } from '../../../../contract/entities/split.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { removeSplit } from '../../../domain/splits/splitInvoice.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, queryParameters, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

const Query = queryParameters({ version: Type.String({ pattern: '^-?\\d{1,15}$', description: 'the version you read' }) });

/** decisions 2.08: restores the plan's split. */
export const deleteSplitRoute: Route = (app, services) => {
  app.delete(
    '/api/v1/invoices/:id/split',
    {
      config: { permission: 'split:write' },
      schema: {
        operationId: 'deleteSplit',
        summary: 'Restore the plan’s split of an invoice',
        tags: ['splits'],
        params: idParams,
        querystring: Query,
        response: answers({ 200: InvoiceSplit, ...waitingResponse }),
      },
    },
    (request) => removeSplit(services, principalIn(request), rowId(request.params.id), Number(request.query.version), originOf(request)),
  );
};
