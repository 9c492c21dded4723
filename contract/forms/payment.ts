import { object, string } from 'yup';
import { paymentMethods, paymentTypes } from '../entities/payment.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { isDay } from '../rules/time/period.ts';
import { amount } from './amount.ts';
import { plain } from './plain.ts';

const text = messages.paymentForm;
const { amountMax, referenceMax, notesMax, reasonMax, firstYear } = limits.payments;

/** spec 2.60: the typed fields of a payment. Its payer or payee and its lines are checked against existing data. */
export const paymentForm = object({
  type: string().default('').oneOf(paymentTypes, text.typeRequired),
  payer: string().default('').required(text.payerRequired),
  amount: amount(text, { max: amountMax, required: text.amountRequired, above: text.amountPositive, signed: true }),
  payment_date: string()
    .default('')
    .required(text.dateRequired)
    .test('day', text.dateInvalid, (value) => value === '' || isDay(value))
    .test('years', text.dateEarly, (value) => !isDay(value) || value >= `${firstYear}-01-01`),
  payment_method: string().default('').oneOf(paymentMethods, text.methodRequired),
  reference: string().trim().default('').max(referenceMax, text.referenceLong).test(plain(text.reference)),
  notes: string().trim().default('').max(notesMax, text.notesLong).test(plain(text.notes)),
});

/** The reason for a failure or a reversal. */
export const paymentReasonForm = object({
  reason: string().trim().default('').required(text.reasonRequired).max(reasonMax, text.reasonLong).test(plain(text.reason)),
});
