import { InvoiceDetail } from '../../../../contract/entities/invoice.ts';
import { findInvoice } from '../../../domain/invoices/findInvoice.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.14 */
export const getInvoiceRoute: Route = (app, services) => {
  app.get(
    '/api/v1/invoices/:id',
    {
      config: { permission: 'invoice:read' },
      schema: {
        operationId: 'getInvoice',
        summary: 'One invoice with its payments, records and timeline',
        tags: ['invoices'],
        params: idParams,
        response: answers({ 200: InvoiceDetail }),
      },
    },
    (request) => findInvoice(services, principalIn(request).actor, rowId(request.params.id)),
  );
};
