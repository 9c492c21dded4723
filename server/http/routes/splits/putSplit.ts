import { InvoiceSplit, SplitBody } from '../../../../contract/entities/split.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { splitInvoice } from '../../../domain/splits/splitInvoice.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';

/** decisions 2.08: people and shares that replace the plan's split. */
export const putSplitRoute: Route = (app, services) => {
  app.put(
    '/api/v1/invoices/:id/split',
    {
      config: { permission: 'split:write' },
      schema: {
        operationId: 'putSplit',
        summary: 'Split an invoice manually',
        tags: ['splits'],
        params: idParams,
        body: SplitBody,
        response: answers({ 200: InvoiceSplit, ...waitingResponse }),
      },
    },
    (request) => splitInvoice(services, principalIn(request), rowId(request.params.id), request.body, originOf(request)),
  );
};
