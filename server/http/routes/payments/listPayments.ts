import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { PaymentPage, paymentSortFields, paymentStates, paymentTypes } from '../../../../contract/entities/payment.ts';
import { limits } from '../../../../contract/limits.ts';
import { listPayments as list } from '../../../domain/payments/listPayments.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, ListPartParameter, limitParameter, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Query = queryParameters({
  type: Type.Optional(oneOf(paymentTypes)),
  status: Type.Optional(oneOf(paymentStates)),
  unapplied: Type.Optional(oneOf(['true'])),
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  user_id: Type.Optional(UserIdParameter),
  search: Type.Optional(
    Type.String({ maxLength: limits.list.searchLength, description: 'a part of a reference, a name or an invoice number' }),
  ),
  sort_field: Type.Optional(oneOf(paymentSortFields)),
  sort_direction: Type.Optional(oneOf(['asc', 'desc'])),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,2000}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
  part: Type.Optional(ListPartParameter),
});

/** spec 2.60, decisions 2.16: newest first by default; requests for further pages may send cursor and limit only. */
export const listPaymentsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/payments',
    {
      config: { permission: 'payment:manage', joins: ['payout:read'] },
      schema: {
        operationId: 'listPayments',
        summary: 'List customer payments and commission payments',
        tags: ['payments'],
        querystring: Query,
        response: answers({ 200: PaymentPage }),
      },
    },
    (request) => {
      const limit = Number(request.query.limit ?? limits.list.defaultLimit);
      return list(services, principalIn(request).actor, { ...request.query, limit });
    },
  );
};
