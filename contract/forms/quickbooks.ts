import { type InferType, object, string } from 'yup';
import { limits } from '../limits.ts';
import { quickbooksConnect as text } from '../messages/integrations.ts';

/** spec 5.05: forced upper case. */
export const typedSuffix = (typed: string): string => typed.toUpperCase();

/** spec 5.05, 9.12: 1-10 characters. */
export const quickbooksForm = object({
  invoice_suffix: string()
    .trim()
    .uppercase()
    .default('')
    .required(text.suffixRequired)
    .max(limits.connections.suffixMax, text.suffixLong)
    .matches(/^[A-Z0-9]*$/, text.suffixPattern),
});
export type QuickBooksForm = InferType<typeof quickbooksForm>;
