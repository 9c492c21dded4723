import { InvoiceSplit } from '../../../../contract/entities/split.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import { readSplit } from '../../../domain/splits/splitView.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.08 */
export const getSplitRoute: Route = (app, services) => {
  app.get(
    '/api/v1/invoices/:id/split',
    {
      config: { permission: 'split:read' },
      schema: {
        operationId: 'getSplit',
        summary: 'Get the people who share an invoice',
        tags: ['splits'],
        params: idParams,
        response: answers({ 200: InvoiceSplit }),
      },
    },
    (request) => readSplit(services, principalIn(request).actor, rowId(request.params.id)),
  );
};
