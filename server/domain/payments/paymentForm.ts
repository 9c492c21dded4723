import type { AllocationKind, PaymentMethod, PaymentType } from '../../../contract/entities/payment.ts';
import { paymentForm, paymentReasonForm } from '../../../contract/forms/payment.ts';
import { messages } from '../../../contract/messages.ts';
import { type Cents, toCents } from '../../../contract/rules/money.ts';
import type { Day } from '../../../contract/rules/time/period.ts';
import { checkForm } from '../shared/checkForm.ts';
import { formProblem } from '../shared/problem.ts';
import { rowId } from '../shared/rowId.ts';
import { parseFormCents, toFormText } from '../shared/typed.ts';

/** The request body before the form validates it. */
export type PaymentFormBody = Readonly<
  Partial<Record<'type' | 'customer_id' | 'user_id' | 'amount' | 'payment_date' | 'payment_method' | 'reference' | 'notes', unknown>>
> &
  Readonly<{ cleared?: boolean; confirmed?: boolean; allocations?: readonly AllocationLineBody[] }>;
export type AllocationLineBody = Readonly<{ kind: AllocationKind; id: string; amount: unknown }>;
export type RequestedLine = Readonly<{ kind: AllocationKind; id: number; amount: Cents }>;
export type PaymentInput = Readonly<{
  type: PaymentType;
  /** Id of the customer or the person. */
  payer: number;
  amount: Cents;
  day: Day;
  method: PaymentMethod;
  reference: string | null;
  notes: string | null;
  cleared: boolean;
  /** The user confirmed that it is not a duplicate of a similar payment. */
  confirmed: boolean;
  /** Null to let the server choose: oldest due first. */
  lines: readonly RequestedLine[] | null;
}>;

const AMOUNT_PATTERN = /^-?\d{1,10}(\.\d{1,2}0*)?$/;

/** @throws Problem 422 naming `allocations` */
export const readLines = (lines: readonly AllocationLineBody[]): RequestedLine[] =>
  lines.map(({ kind, id, amount }) => {
    const text = toFormText(amount);
    if (!AMOUNT_PATTERN.test(text)) throw formProblem({ allocations: messages.paymentFormText.lineInvalid });
    const row = rowId(id);
    if (row === null) throw formProblem({ allocations: messages.paymentRefusals.gone });
    return { kind, id: row, amount: toCents(text) };
  });

/** @throws Problem 422 naming each field */
export const readPaymentForm = async (body: PaymentFormBody): Promise<PaymentInput> => {
  const type = toFormText(body.type);
  const form = {
    type,
    payer: toFormText(type === 'commission_payment' ? body.user_id : body.customer_id),
    amount: toFormText(body.amount),
    payment_date: toFormText(body.payment_date),
    payment_method: toFormText(body.payment_method),
    reference: toFormText(body.reference),
    notes: toFormText(body.notes),
  };
  await checkForm(paymentForm, form);
  const { payeeUnknown, payerUnknown } = messages.paymentFormText;
  const payer = rowId(form.payer);
  if (payer === null) throw formProblem({ payer: type === 'commission_payment' ? payeeUnknown : payerUnknown });
  return {
    type: type as PaymentType,
    payer,
    amount: parseFormCents(form.amount),
    day: form.payment_date,
    method: form.payment_method as PaymentMethod,
    reference: form.reference || null,
    notes: form.notes || null,
    cleared: body.cleared ?? true,
    confirmed: body.confirmed ?? false,
    lines: body.allocations ? readLines(body.allocations) : null,
  };
};

/** @throws Problem 422 naming `reason` */
export const readReason = async (reason: string): Promise<string> => {
  await checkForm(paymentReasonForm, { reason });
  return reason.trim();
};
