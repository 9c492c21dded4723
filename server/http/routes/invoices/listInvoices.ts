import { Type } from 'typebox';
import { oneOf } from '../../../../contract/entities/common.ts';
import { InvoicePage, invoiceSortFields, invoiceStatuses } from '../../../../contract/entities/invoice.ts';
import { limits } from '../../../../contract/limits.ts';
import { listInvoices as list } from '../../../domain/invoices/listInvoices.ts';
import type { Route } from '../../app.types.ts';
import { answers, ListPartParameter, limitParameter, queryParameters, UserIdParameter } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

const Day = Type.String({ maxLength: 10, description: 'a date, as YYYY-MM-DD' });
const Query = queryParameters({
  status: Type.Optional(oneOf(invoiceStatuses)),
  search: Type.Optional(Type.String({ maxLength: limits.list.searchLength, description: 'a part of number, customer or notes' })),
  person: Type.Optional(Type.Union([UserIdParameter, Type.Literal('none')])),
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
  sort_field: Type.Optional(oneOf(invoiceSortFields)),
  sort_direction: Type.Optional(oneOf(['asc', 'desc'])),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,2000}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
  part: Type.Optional(ListPartParameter),
});

/** decisions 2.14: latest first; requests for further pages may send cursor and limit only. */
export const listInvoicesRoute: Route = (app, services) => {
  app.get(
    '/api/v1/invoices',
    {
      config: { permission: 'invoice:read' },
      schema: {
        operationId: 'listInvoices',
        summary: 'Invoices you may read',
        tags: ['invoices'],
        querystring: Query,
        response: answers({ 200: InvoicePage }),
      },
    },
    (request) => {
      const limit = Number(request.query.limit ?? limits.list.defaultLimit);
      return list(services, principalIn(request).actor, { ...request.query, limit });
    },
  );
};
