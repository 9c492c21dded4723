import { Type } from 'typebox';
import { Payment } from '../../../../contract/entities/payment.ts';
import { recordPayment } from '../../../domain/payouts/recordPayment.ts';
import type { Route } from '../../app.types.ts';
import { answersOfChange, IdempotencyHeaders, waitingResponse } from '../../plugins/answers.ts';
import { originOf, principalIn } from '../../request.ts';
import { Allocations } from './body.ts';

/** Intentionally loose: the form reports missing or invalid fields with its own messages. */
const Body = Type.Object(
  {
    type: Type.Optional(Type.Unknown({ description: 'customer_payment or commission_payment' })),
    customer_id: Type.Optional(Type.Unknown({ description: 'the id of a customer' })),
    user_id: Type.Optional(Type.Unknown({ description: 'the id of a user' })),
    amount: Type.Optional(Type.Unknown({ description: 'a decimal of up to two places, above zero' })),
    payment_date: Type.Optional(Type.Unknown({ description: 'a date, as YYYY-MM-DD' })),
    payment_method: Type.Optional(Type.Unknown({ description: 'ACH, wire, credit card, check or direct deposit' })),
    reference: Type.Optional(Type.Unknown({ description: 'a text of at most 100 characters' })),
    notes: Type.Optional(Type.Unknown({ description: 'a text of at most 2000 characters' })),
    cleared: Type.Optional(Type.Boolean({ description: "of a customer's payment: the money has arrived; true unless said otherwise" })),
    confirmed: Type.Optional(Type.Boolean({ description: 'one of the same amount, reference and day is known: this is another' })),
    allocations: Type.Optional(Allocations),
  },
  { additionalProperties: false },
);
/** spec 2.60: the same key and body return the same payment. */
export const postPaymentRoute: Route = (app, services) => {
  app.post(
    '/api/v1/payments',
    {
      bodyLimit: 128 * 1024,
      config: { permission: 'payment:manage' },
      schema: {
        operationId: 'postPayment',
        summary: 'Record a payment',
        tags: ['payments'],
        headers: IdempotencyHeaders,
        body: Body,
        response: answersOfChange(Payment, { 201: Payment, ...waitingResponse }),
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      return reply.code(201).send(await recordPayment(services, principalIn(request), request.body, key, originOf(request)));
    },
  );
};
