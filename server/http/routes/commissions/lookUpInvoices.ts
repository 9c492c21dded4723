import { Type } from 'typebox';
import { InvoiceLookup } from '../../../../contract/entities/invoice.ts';
import { lookUpInvoices as lookUp } from '../../../domain/commissions/lookUpInvoices.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({ q: Type.String({ maxLength: 100, description: 'a part of an invoice number, up to 100 characters' }) });
const LookupResponse = Type.Object({ data: Type.Array(InvoiceLookup) });

/** spec 7.29 */
export const lookUpInvoicesRoute: Route = (app, services) => {
  app.get(
    '/api/v1/invoices/lookup',
    {
      config: { permission: 'commission:read' },
      schema: {
        operationId: 'lookUpInvoices',
        summary: 'Invoices by their number',
        tags: ['invoices'],
        querystring: Query,
        response: answers({ 200: LookupResponse }),
      },
    },
    async (request) => ({ data: await lookUp(services, principalIn(request).actor, request.query.q) }),
  );
};
