import { type InferType, object, string } from 'yup';
import { messages } from '../messages.ts';
import { plain } from './plain.ts';

const text = messages.adjustmentForm;

/** Typographic minus signs and dashes are minus too. */
const withPlainMinus = (value: string): string => value.replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-');

/** spec 2.38: digits, one decimal point, a leading minus, at most two decimals. "$-5", "-$5" and "(5)" begin with a minus as well. */
const filtered = (typed: string): string => {
  const sign = /^[\s$]*[-(]/.test(withPlainMinus(typed)) ? '-' : '';
  const [whole = '', ...rest] = typed.replace(/[^\d.]/g, '').split('.');
  return rest.length === 0 ? sign + whole : `${sign}${whole}.${rest.join('').slice(0, 2)}`;
};

/** Cents at most; zeros after them change nothing. */
const figure = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{0,2}0*)?|\.\d{1,2}0*`;
const written = [new RegExp(`^[-+]?\\s*\\$?\\s*(?:${figure})$`), new RegExp(`^\\$\\s*-\\s*(?:${figure})$`)];
const inParentheses = new RegExp(`^\\$?\\s*\\(\\s*\\$?\\s*(?:${figure})\\s*\\)$`);

/** A whole amount in US form (decisions 2.10); null where it could be another number than the one that was meant. */
const readAmount = (pasted: string): string | null => {
  const plain = withPlainMinus(pasted.trim());
  return [...written, inParentheses].some((form) => form.test(plain)) ? filtered(plain) : null;
};

type Typed = Readonly<{ before: string; after: string; pasted: boolean }>;

/**
 * What the amount shows after it was changed (spec 2.38). Keys are filtered; what was pasted is read as a whole.
 * What cannot be read stays as it is, so that the form refuses it: left over digits would be another amount.
 */
export const typedAmount = ({ before, after, pasted }: Typed): string =>
  pasted || filtered(before) !== before ? (readAmount(after) ?? after) : filtered(after);

const isAmount = (value: string): boolean => /^-?(\d+(\.\d{1,2})?|\.\d{1,2})$/.test(value);
const isUsual = (value: string): boolean => !isAmount(value) || Math.abs(Number(value)) <= 1_000_000_000;

/** Of a resolution: an empty one means no adjustment. */
export const optionalAmount = string()
  .trim()
  .default('')
  .test('valid', text.amountInvalid, (value) => value === '' || isAmount(value))
  .test('limit', text.amountLimit, (value) => isUsual(value))
  .test('not-zero', text.amountZero, (value) => value === '' || Number(value) !== 0);

/** spec 5.02, in its order: amount, then reason, then invoice; zero is refused (decisions 2.10). */
export const adjustmentForm = object({
  adjustment_amount: string()
    .trim()
    .required(text.amountRequired)
    .test('valid', text.amountInvalid, (value) => isAmount(value))
    .test('limit', text.amountLimit, (value) => isUsual(value))
    .test('not-zero', text.amountZero, (value) => Number(value) !== 0),
  adjustment_reason: string()
    .trim()
    .required(text.reasonRequired)
    .min(5, text.reasonShort)
    .max(2000, text.reasonLong)
    .test(plain(text.reason)),
  related_invoice_id: string().required(text.invoiceRequired),
});
export type AdjustmentForm = InferType<typeof adjustmentForm>;
