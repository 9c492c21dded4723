import { Type } from 'typebox';
import { InvoiceCustomers } from '../../../../contract/entities/invoice.ts';
import { limits } from '../../../../contract/limits.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';

const Query = queryParameters({ q: Type.String({ minLength: 1, maxLength: limits.list.searchLength, description: 'a part of a name' }) });

/** decisions 2.14: suggests existing customers by name, so that none is created twice. */
export const listCustomersRoute: Route = (app, { store }) => {
  app.get(
    '/api/v1/invoices/customers',
    {
      config: { permission: 'invoice:write' },
      schema: {
        operationId: 'listInvoiceCustomers',
        summary: 'Customers by part of their name',
        tags: ['invoices'],
        querystring: Query,
        response: answers({ 200: InvoiceCustomers }),
      },
    },
    async (request) => ({ data: await store.invoiceRows.customersLike(request.query.q.trim(), limits.invoices.choices) }),
  );
};
