import { type InferType, object, string } from 'yup';
import { messages } from '../messages.ts';

const text = messages.adjustmentForm;

/** spec 2.38: digits, one decimal point, a leading minus, at most two decimals. */
export const cleanAmount = (typed: string): string => {
  const sign = typed.trimStart().startsWith('-') ? '-' : '';
  const [whole = '', ...rest] = typed.replace(/[^\d.]/g, '').split('.');
  return rest.length === 0 ? sign + whole : `${sign}${whole}.${rest.join('').slice(0, 2)}`;
};

const isAmount = (value: string): boolean => /^-?(\d+(\.\d{1,2})?|\.\d{1,2})$/.test(value) && Math.abs(Number(value)) <= 1_000_000_000;

/** spec 5.02, in its order: amount, then reason, then invoice; zero is refused (decisions 2). */
export const adjustmentForm = object({
  adjustment_amount: string()
    .trim()
    .required(text.amountRequired)
    .test('valid', text.amountInvalid, (value) => isAmount(value))
    .test('not-zero', text.amountZero, (value) => Number(value) !== 0),
  adjustment_reason: string().trim().required(text.reasonRequired).min(5, text.reasonShort).max(2000, text.reasonLong),
  related_invoice_id: string().required(text.invoiceRequired),
});
export type AdjustmentForm = InferType<typeof adjustmentForm>;
