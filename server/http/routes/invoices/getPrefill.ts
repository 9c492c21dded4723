import { Type } from 'typebox';
import { InvoicePrefill } from '../../../../contract/entities/invoice.ts';
import { prefillInvoice } from '../../../domain/invoices/findInvoice.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({ deal: Type.Optional(Type.String({ maxLength: 64, description: 'the id of a deal' })) });

/** decisions 2.17: an invoice for a won deal is prefilled from the deal. */
export const getPrefillRoute: Route = (app, services) => {
  app.get(
    '/api/v1/invoices/prefill',
    {
      config: { permission: 'invoice:write' },
      schema: {
        operationId: 'getInvoicePrefill',
        summary: 'Get the initial values of a new invoice',
        tags: ['invoices'],
        querystring: Query,
        response: answers({ 200: InvoicePrefill }),
      },
    },
    (request) => {
      const { deal } = request.query;
      return prefillInvoice(services, principalIn(request).actor, deal === undefined ? undefined : rowId(deal));
    },
  );
};
