import { type TProperties, Type } from 'typebox';
import { BankDetail, bankTargetKinds } from '../../../../contract/entities/bank.ts';
import { Id, oneOf } from '../../../../contract/entities/common.ts';
import { limits } from '../../../../contract/limits.ts';
import { decideTransaction } from '../../../domain/bank/decideTransaction.ts';
import { rowId } from '../../../domain/shared/rowId.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams, Version, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { PaymentReason } from '../payments/body.ts';

const config = { permission: 'bank:reconcile' } as const;
const Remember = Type.Optional(Type.Boolean({ description: 'make a rule of it for this counterparty' }));
const Lines = Type.Array(
  Type.Object(
    { kind: oneOf(bankTargetKinds), id: Id, amount: Type.Unknown({ description: 'a decimal of up to two places' }) },
    { additionalProperties: false },
  ),
  { maxItems: limits.bank.linesMax, description: 'what it pays or is' },
);
const bodyOf = <const T extends TProperties>(fields: T) => Type.Object({ version: Version, ...fields }, { additionalProperties: false });
const descriptions = {
  tags: ['bank'],
  params: idParams,
  response: answers({ 200: BankDetail, ...waitingResponse }),
};
const path = '/api/v1/bank/transactions/:id';

/** decisions 2.15, 2.16: a person's decision about a transaction. */
export const decideBankTransactionRoute: Route = (app, services) => {
  app.post(
    `${path}/match`,
    {
      config,
      schema: {
        ...descriptions,
        operationId: 'matchBankTransaction',
        summary: 'Match a bank transaction with one item or several',
        body: bodyOf({ lines: Lines, remember: Remember }),
      },
    },
    (request) => {
      const { version, lines, remember = false } = request.body;
      const target = { id: rowId(request.params.id), version };
      return decideTransaction(services, principalIn(request), target, { kind: 'match', lines, remember }, originOf(request));
    },
  );
  app.post(
    `${path}/receipt`,
    {
      config,
      schema: {
        ...descriptions,
        operationId: 'recordBankReceipt',
        summary: 'Record a customer payment from a bank transaction',
        body: bodyOf({
          customer_id: Id,
          apply: Type.Optional(Type.Boolean({ description: 'pay the oldest open invoices first' })),
          remember: Remember,
        }),
      },
    },
    (request) => {
      const { version, customer_id, apply = true, remember = false } = request.body;
      const target = { id: rowId(request.params.id), version };
      return decideTransaction(
        services,
        principalIn(request),
        target,
        { kind: 'receipt', customer_id, apply, remember },
        originOf(request),
      );
    },
  );
  app.post(
    `${path}/ignore`,
    {
      config,
      schema: {
        ...descriptions,
        operationId: 'ignoreBankTransaction',
        summary: 'Ignore a bank transaction with a reason',
        body: bodyOf({ reason: PaymentReason, remember: Remember }),
      },
    },
    (request) => {
      const { version, reason, remember = false } = request.body;
      const target = { id: rowId(request.params.id), version };
      return decideTransaction(services, principalIn(request), target, { kind: 'ignore', reason, remember }, originOf(request));
    },
  );
  app.post(
    `${path}/undo`,
    {
      config,
      schema: {
        ...descriptions,
        operationId: 'undoBankTransaction',
        summary: 'Undo the decision about a bank transaction',
        body: bodyOf({}),
      },
    },
    (request) => {
      const target = { id: rowId(request.params.id), version: request.body.version };
      return decideTransaction(services, principalIn(request), target, { kind: 'undo' }, originOf(request));
    },
  );
};
