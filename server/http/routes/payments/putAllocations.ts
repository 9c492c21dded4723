import { Type } from 'typebox';
import { Payment } from '../../../../contract/entities/payment.ts';
import { readPaymentId } from '../../../domain/payments/paymentIds.ts';
import { allocatePayment } from '../../../domain/payouts/changePayment.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, idParams, Version, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { Allocations } from './body.ts';

const Body = Type.Object({ version: Version, allocations: Allocations }, { additionalProperties: false });

/** decisions 2.15: applies a credit, undoes an allocation, or allocates it to another invoice. */
export const putAllocationsRoute: Route = (app, services) => {
  app.put(
    '/api/v1/payments/:id/allocations',
    {
      bodyLimit: 128 * 1024,
      config: { permission: 'payment:manage' },
      schema: {
        operationId: 'putPaymentAllocations',
        summary: "Change what a customer's payment pays",
        tags: ['payments'],
        params: idParams,
        body: Body,
        response: answersOfChange(Payment, { 200: Payment, ...waitingResponse }),
      },
    },
    (request) => {
      const target = { id: readPaymentId(request.params.id), version: request.body.version };
      return allocatePayment(services, principalIn(request), target, request.body.allocations, originOf(request));
    },
  );
};
