import { CustomerPage } from '../../../../contract/entities/customerPage.ts';
import { readCustomer } from '../../../domain/customers/readCustomer.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** `customer-page`, decisions 3.10 */
export const getCustomerRoute: Route = (app, services) => {
  app.get(
    '/api/v1/customers/:id',
    {
      config: { permission: 'customer:read' },
      schema: {
        operationId: 'getCustomer',
        summary: 'A customer with invoices, payments, deals, events and salespeople',
        tags: ['customers'],
        params: idParams,
        response: answers({ 200: CustomerPage }),
      },
    },
    (request) => readCustomer(services, principalIn(request).actor, rowId(request.params.id)),
  );
};
