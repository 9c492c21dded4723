import { PaymentDetail } from '../../../../contract/entities/payment.ts';
import { findPayment } from '../../../domain/payments/findPayment.ts';
import { readPaymentId } from '../../../domain/payments/paymentIds.ts';
import type { Route } from '../../app.types.ts';
import { answers, idParams } from '../../plugins/answers.ts';
import { principalIn } from '../../request.ts';

/** decisions 2.16: `cp-12` or `po-7`, with its lines and history. */
export const getPaymentRoute: Route = (app, services) => {
  app.get(
    '/api/v1/payments/:id',
    {
      config: { permission: 'payment:manage', joins: ['payout:read'] },
      schema: {
        operationId: 'getPayment',
        summary: 'One payment',
        tags: ['payments'],
        params: idParams,
        response: answers({ 200: PaymentDetail }),
      },
    },
    (request) => findPayment(services, principalIn(request).actor, readPaymentId(request.params.id)),
  );
};
