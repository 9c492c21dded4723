import { Type } from 'typebox';
import { BankPage, bankDirections, bankStates } from '../../../../contract/entities/bank.ts';
import { oneOf } from '../../../../contract/entities/common.ts';
import { limits } from '../../../../contract/limits.ts';
import { listTransactions } from '../../../domain/bank/listTransactions.ts';
import type { Route } from '../../app.types.ts';
import { answers, DateParameter, limitParameter, queryParameters } from '../../plugins/answers.ts';

const Query = queryParameters({
  state: Type.Optional(oneOf([...bankStates, 'open'])),
  direction: Type.Optional(oneOf(bankDirections)),
  start_date: Type.Optional(DateParameter),
  end_date: Type.Optional(DateParameter),
  search: Type.Optional(
    Type.String({ maxLength: limits.list.searchLength, description: 'a part of a counterparty or memo, or an amount' }),
  ),
  cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,2000}$', description: 'a cursor of this list' })),
  limit: Type.Optional(limitParameter(limits.list.maxLimit)),
});

/** decisions 3.04: newest first; `open` lists those waiting for a decision. */
export const listBankTransactionsRoute: Route = (app, services) => {
  app.get(
    '/api/v1/bank/transactions',
    {
      config: { permission: 'bank:reconcile' },
      schema: {
        operationId: 'listBankTransactions',
        summary: 'Bank transactions and their matches',
        tags: ['bank'],
        querystring: Query,
        response: answers({ 200: BankPage }),
      },
    },
    (request) => listTransactions(services, { ...request.query, limit: Number(request.query.limit ?? limits.list.defaultLimit) }),
  );
};
