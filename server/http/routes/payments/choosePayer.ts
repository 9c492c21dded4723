import { Type } from 'typebox';
import { PaymentChoices } from '../../../../contract/entities/payment.ts';
import { limits } from '../../../../contract/limits.ts';
import { searchPayers as choose } from '../../../domain/payments/openItems.ts';
import type { Route } from '../../app.types.ts';
import { answers, queryParameters } from '../../plugins/answers.ts';

const Query = queryParameters({
  q: Type.String({ maxLength: limits.list.searchLength, description: 'a part of a name or the beginning of a number' }),
});

/** spec 2.60: finds the payer or payee, by name or by an invoice. */
export const choosePayerRoute: Route = (app, services) => {
  app.get(
    '/api/v1/payments/choices',
    {
      config: { permission: 'payment:manage' },
      schema: {
        operationId: 'listPaymentChoices',
        summary: 'Customers and invoices for a payment',
        tags: ['payments'],
        querystring: Query,
        response: answers({ 200: PaymentChoices }),
      },
    },
    async (request) => ({ data: await choose(services, request.query.q) }),
  );
};
