import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { quickbooksSuffix as text } from '../messages/integrations.ts';

/** spec 5.05: converted to upper case. */
export const toSuffix = (typed: string): string => typed.toUpperCase();

const suffix = string().trim().uppercase().default('').required(text.suffixRequired).max(limits.connections.suffixMax, text.suffixLong);

/** spec 5.05, 9.12: 1-10 characters, checked in the browser. */
export const quickbooksForm = object({
  invoice_suffix: suffix,
});
/** Our server extracts the suffix from invoice numbers, so only letters and digits are allowed (decisions 7.02). */
export const quickbooksCallForm = quickbooksForm.shape({
  invoice_suffix: suffix.matches(/^[A-Z0-9]*$/, text.suffixPattern),
});
