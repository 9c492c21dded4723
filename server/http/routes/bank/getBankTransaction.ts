import { Type } from 'typebox';
import { BankDetail, BankTargets } from '../../../../contract/entities/bank.ts';
import { limits } from '../../../../contract/limits.ts';
import { findTargets, findTransaction } from '../../../domain/bank/listTransactions.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, queryParameters } from '../../plugins/answers.ts';

const config = { permission: 'bank:reconcile' } as const;
const tags = ['bank'];
const Query = queryParameters({
  q: Type.String({ maxLength: limits.list.searchLength, description: 'a part of a number, customer or person' }),
});

/** decisions 2.15: a transaction with its possible matches, and the open items it can be split over. */
export const getBankTransactionRoute: Route = (app, services) => {
  app.get(
    '/api/v1/bank/transactions/:id',
    {
      config,
      schema: {
        operationId: 'getBankTransaction',
        summary: 'One bank transaction',
        tags,
        params: idParams,
        response: answers({ 200: BankDetail }),
      },
    },
    (request) => findTransaction(services, rowId(request.params.id)),
  );
  app.get(
    '/api/v1/bank/transactions/:id/targets',
    {
      config,
      schema: {
        operationId: 'listBankTargets',
        summary: 'Open items for a bank transaction',
        tags,
        params: idParams,
        querystring: Query,
        response: answers({ 200: BankTargets }),
      },
    },
    (request) => findTargets(services, rowId(request.params.id), request.query.q),
  );
};
