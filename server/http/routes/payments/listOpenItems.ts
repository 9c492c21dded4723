import { Type } from 'typebox';
import { Id } from '../../../../contract/entities/common.ts';
import { OpenItems } from '../../../../contract/entities/payment.ts';
import { listCustomerOpenItems, listPersonOpenItems } from '../../../domain/payments/openItems.ts';
import { readPaymentId } from '../../../domain/payments/paymentIds.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';

const RowId = Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'the id of a customer or a user' });
const RowParams = Type.Object({ id: RowId }, { additionalProperties: false });
const OpenItemsQuery = queryParameters({ payment: Type.Optional(Id) });
const tags = ['payments'];
const response = answers({ 200: OpenItems });
const config = { permission: 'payment:manage' } as const;

/** decisions 2.15, 2.16: the items a payment is proposed to pay, oldest due first. */
export const listOpenItemsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/payments/open/customers/:id',
    {
      config,
      schema: {
        operationId: 'listOpenInvoices',
        summary: 'Open invoices of a customer',
        tags,
        params: RowParams,
        querystring: OpenItemsQuery,
        response,
      },
    },
    (request) => listCustomerOpenItems(services, Number(request.params.id), readPaymentId(request.query.payment ?? '')),
  );
  app.get(
    '/api/v1/payments/open/people/:id',
    {
      config: { ...config, joins: ['payout:read'] },
      schema: { operationId: 'listDueOfPerson', summary: 'List the items due to a person', tags, params: RowParams, response },
    },
    (request) => listPersonOpenItems(services, Number(request.params.id)),
  );
};
