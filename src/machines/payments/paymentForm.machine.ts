import type { Payment } from '../../../contract/entities/payment.ts';
import { messages } from '../../../contract/messages.ts';
import { parseRefusal } from '../support/conflict.ts';
import { editedFormOf } from '../support/editedForm.ts';
import { toFailureMessage } from '../support/failure.ts';

/** The payment, its allocation, or the reason of a failure or a reversal. */
export type PaymentBody = Readonly<Record<string, unknown>>;
/** The payment to save; null for a new one. */
export type EditedPayment = Readonly<{ id: string; version: number }>;

const toErrorText = (error: unknown): string => toFailureMessage({ error, fallback: messages.paymentFormText.failed });

/** The recorded payment of the same amount, reference and day. */
const duplicateIn = (error: unknown): Payment | null => {
  const { code, current } = parseRefusal<Payment>(error);
  return code === 'payment_duplicate' ? current : null;
};

/**
 * A dialog of a payment: Record Payment, Change Allocation, and the reason for a failure or a reversal (spec 2.60, decisions 2.15, 2.16).
 * Normal path: open.editing → saving → saved. If a similar payment exists: open.asking → saving again after confirmation.
 * Never: close before the server responds, lose input, or record the same payment twice without asking.
 */
export const paymentFormMachine = editedFormOf<PaymentBody, Payment, Payment, EditedPayment, Payment>()({
  id: 'paymentForm',
  editedOf: ({ id, version }) => ({ id, version }),
  questionIn: duplicateIn,
  describeFailure: toErrorText,
  describeConflict: toErrorText,
});
