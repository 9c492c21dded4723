import { object, string } from 'yup';
import { paymentMethods, paymentTypes } from '../entities/payment.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { isDay } from '../rules/time/period.ts';
import { plain } from './plain.ts';

const text = messages.paymentForm;
const { amountMax, referenceMax, notesMax, reasonMax, firstYear } = limits.payments;

const isNumber = (value: string): boolean => /^-?\d+(\.\d*)?$/.test(value);
/** Cents at most; zeros after them change nothing. */
const isCents = (value: string): boolean => /^-?\d+(\.\d{0,2}0*)?$/.test(value);

/** spec 2.60: what is typed of a payment. Whom it is of and what it pays are checked against what is there. */
export const paymentForm = object({
  type: string().default('').oneOf(paymentTypes, text.typeRequired),
  payer: string().default('').required(text.payerRequired),
  amount: string()
    .trim()
    .default('')
    .required(text.amountRequired)
    .test('valid', text.amountInvalid, (value) => value === '' || isNumber(value))
    .test('decimals', text.amountDecimals, (value) => !isNumber(value) || isCents(value))
    .test('positive', text.amountPositive, (value) => !isNumber(value) || Number(value) > 0)
    .test('limit', text.amountLimit, (value) => !isNumber(value) || Number(value) <= amountMax),
  payment_date: string()
    .default('')
    .test('day', text.dateRequired, (value) => isDay(value) && value >= `${firstYear}-01-01`),
  payment_method: string().default('').oneOf(paymentMethods, text.methodRequired),
  reference: string().trim().default('').max(referenceMax, text.referenceLong).test(plain(text.reference)),
  notes: string().trim().default('').max(notesMax, text.notesLong).test(plain(text.notes)),
});

/** Why a payment failed or is reversed. */
export const paymentReasonForm = object({
  reason: string().trim().default('').required(text.reasonRequired).max(reasonMax, text.reasonLong).test(plain(text.reason)),
});
