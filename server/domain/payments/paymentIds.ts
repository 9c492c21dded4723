import type { PaymentType } from '../../../contract/entities/payment.ts';

/** decisions 2.16: `cp-12` is a customer payment, `po-7` a commission payment. */
export type PaymentId = Readonly<{ type: PaymentType; id: number }>;

const prefixes = { customer_payment: 'cp', commission_payment: 'po' } as const;

export const paymentId = (type: PaymentType, id: number): string => `${prefixes[type]}-${id}`;

/** @returns null for a malformed id */
export const readPaymentId = (text: string): PaymentId | null => {
  const [, prefix, digits] = /^(cp|po)-([1-9]\d{0,14})$/.exec(text) ?? [];
  if (prefix === undefined) return null;
  return { type: prefix === 'cp' ? 'customer_payment' : 'commission_payment', id: Number(digits) };
};
