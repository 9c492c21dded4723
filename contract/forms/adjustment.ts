import { type InferType, object, string } from 'yup';
import { adjustmentKinds } from '../entities/adjustment.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { dayWithin } from './day.ts';
import { plainTextTest } from './plain.ts';

const t = messages.adjustmentFormText;

const isAmount = (value: string): boolean => /^-?(\d+(\.\d{1,2})?|\.\d{1,2})$/.test(value);
const isWithinLimit = (value: string): boolean => !isAmount(value) || Math.abs(Number(value)) <= 1_000_000_000;

/** For a resolution: empty means no adjustment. */
export const optionalAmount = string()
  .trim()
  .default('')
  .test('valid', t.amountInvalid, (value) => value === '' || isAmount(value))
  .test('limit', t.amountLimit, (value) => isWithinLimit(value))
  .test('not-zero', t.amountZero, (value) => value === '' || Number(value) !== 0);

/** Zero is refused (decisions 2.10). */
const amountAndReason = {
  adjustment_amount: string()
    .trim()
    .required(t.amountRequired)
    .test('valid', t.amountInvalid, (value) => isAmount(value))
    .test('limit', t.amountLimit, (value) => isWithinLimit(value))
    .test('not-zero', t.amountZero, (value) => Number(value) !== 0),
  adjustment_reason: string().trim().required(t.reasonRequired).min(5, t.reasonShort).max(2000, t.reasonLong).test(plainTextTest(t.reason)),
};

/** spec 5.02, in this order: amount, reason, invoice. */
export const adjustmentForm = object({ ...amountAndReason, related_invoice_id: string().required(t.invoiceRequired) });
export type AdjustmentForm = InferType<typeof adjustmentForm>;

/** decisions 2.25, in this order: person, effective day, kind, amount, reason. */
export const personAdjustmentForm = object({
  user_id: string().default('').required(t.personRequired),
  effective_date: dayWithin(limits.adjustments, { invalid: t.dayInvalid, years: t.dayInvalid }).required(t.dayRequired),
  kind: string().default('').oneOf(adjustmentKinds, t.kindRequired),
  ...amountAndReason,
});
export type PersonAdjustmentForm = InferType<typeof personAdjustmentForm>;
