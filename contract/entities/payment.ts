import { type Static, Type } from 'typebox';
import { Id, Money, nullable, oneOf, PlainDate } from './common.ts';

export const paymentTypes = ['customer_payment', 'commission_payment'] as const;
export const paymentStatuses = ['completed', 'pending', 'failed', 'processing'] as const;
export const paymentMethods = ['ACH', 'wire', 'credit card', 'check', 'direct deposit'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** spec 3.20 */
export const Payment = Type.Object({
  id: Id,
  type: oneOf(paymentTypes),
  invoice_id: nullable(Id),
  customer_name: Type.Optional(Type.String()),
  user_name: Type.Optional(Type.String()),
  amount: Money,
  payment_date: PlainDate,
  payment_method: oneOf(paymentMethods),
  reference: nullable(Type.String()),
  status: oneOf(paymentStatuses),
  notes: nullable(Type.String()),
});
export type Payment = Static<typeof Payment>;
