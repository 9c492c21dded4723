import { object, string } from 'yup';
import { paymentMethods, paymentTypes } from '../entities/payment.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { isDay } from '../rules/time/period.ts';
import { amount } from './amount.ts';
import { plainTextTest } from './plain.ts';

const t = messages.paymentFormText;
const { amountMax, referenceMax, notesMax, reasonMax, firstYear } = limits.payments;

/** spec 2.60: the fields a user enters for a payment. The payer or payee and the lines are checked against stored data elsewhere. */
export const paymentForm = object({
  type: string().default('').oneOf(paymentTypes, t.typeRequired),
  payer: string().default('').required(t.payerRequired),
  amount: amount(t, { max: amountMax, required: t.amountRequired, above: t.amountPositive, signed: true }),
  payment_date: string()
    .default('')
    .required(t.dateRequired)
    .test('day', t.dateInvalid, (value) => value === '' || isDay(value))
    .test('years', t.dateEarly, (value) => !isDay(value) || value >= `${firstYear}-01-01`),
  payment_method: string().default('').oneOf(paymentMethods, t.methodRequired),
  reference: string().trim().default('').max(referenceMax, t.referenceLong).test(plainTextTest(t.reference)),
  notes: string().trim().default('').max(notesMax, t.notesLong).test(plainTextTest(t.notes)),
});

/** The reason for a failure or a reversal. */
export const paymentReasonForm = object({
  reason: string().trim().default('').required(t.reasonRequired).max(reasonMax, t.reasonLong).test(plainTextTest(t.reason)),
});
