import { Type } from 'typebox';
import { Payment } from '../../../../contract/entities/payment.ts';
import { readPaymentId } from '../../../domain/payments/paymentIds.ts';
import { changePayment } from '../../../domain/payouts/changePayment.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, idParams, Version, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { PaymentReason } from './body.ts';

const steps = [
  { kind: 'approve', summary: 'Approve a pending payment' },
  { kind: 'complete', summary: 'Mark a commission payment as paid' },
  { kind: 'retry', summary: 'Retry a failed payment' },
] as const;
const stepsWithReason = [
  { kind: 'fail', summary: 'Mark a payment as failed' },
  { kind: 'reverse', summary: 'Reverse a payment by a new one' },
] as const;
const VersionBody = Type.Object({ version: Version }, { additionalProperties: false });
const ReasonBody = Type.Object({ version: Version, reason: PaymentReason }, { additionalProperties: false });
const config = { permission: 'payment:manage' } as const;
const schemaOf = (operationId: string, summary: string) => ({
  operationId,
  summary,
  tags: ['payments'],
  params: idParams,
  response: answersOfChange(Payment, { 200: Payment, ...waitingResponse }),
});

/** decisions 2.16: actions on a payment. */
export const stepPaymentRoute: Route = (app, services) => {
  for (const { kind, summary } of steps)
    app.post(
      `/api/v1/payments/:id/${kind}`,
      { config, schema: { ...schemaOf(`${kind}Payment`, summary), body: VersionBody } },
      (request) => {
        const target = { id: readPaymentId(request.params.id), version: request.body.version };
        return changePayment(services, principalIn(request), target, kind, '', originOf(request));
      },
    );
  for (const { kind, summary } of stepsWithReason)
    app.post(
      `/api/v1/payments/:id/${kind}`,
      { config, schema: { ...schemaOf(`${kind}Payment`, summary), body: ReasonBody } },
      (request) => {
        const { version, reason } = request.body;
        const target = { id: readPaymentId(request.params.id), version };
        return changePayment(services, principalIn(request), target, kind, reason, originOf(request));
      },
    );
};
