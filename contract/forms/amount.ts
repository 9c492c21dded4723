import { string } from 'yup';
import { type Cents, toCents } from '../rules/money.ts';

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
export const readAmount = (pasted: string): string | null => {
  const plain = withPlainMinus(pasted.trim());
  return [...written, inParentheses].some((form) => form.test(plain)) ? filtered(plain) : null;
};

/** Up to here cents are whole numbers, and no form takes more. */
const DIGITS = 10;

/** The cents of a typed amount, including "$1,234.50", "12." and ".5"; null if the text is not an amount. */
export const centsOfTyped = (typed: string): Cents | null => {
  const plain = readAmount(typed)
    ?.replace(/\.$/, '')
    .replace(/^(-?)\./, (_, sign: string) => `${sign}0.`);
  if (plain === undefined || (plain.split('.')[0] as string).length > DIGITS + 1) return null;
  return toCents(plain);
};

type Typed = Readonly<{ before: string; after: string; pasted: boolean }>;

/**
 * What the amount shows after it was changed (spec 2.38). Keys are filtered; what was pasted is read as a whole.
 * What cannot be read stays as it is, so that the form refuses it: left over digits would be another amount.
 */
export const typedAmount = ({ before, after, pasted }: Typed): string =>
  pasted || filtered(before) !== before ? (readAmount(after) ?? after) : filtered(after);

type Sentences = Readonly<{ amountInvalid: string; amountDecimals: string; amountLimit: string }>;
type Rule = Readonly<{ max: number; required?: string; above?: string; signed?: boolean }>;

/** Digits and what may follow their point; a minus only where it is `signed`. */
export const isAmount = (value: string, signed = false): boolean => /^-?\d+(\.\d*)?$/.test(value) && (signed || !value.startsWith('-'));
/** Cents at most; zeros after them change nothing. */
const isCents = (value: string): boolean => /^-?\d+(\.\d{0,2}0*)?$/.test(value);

/**
 * Dollars as they are typed, of a payment, an invoice or a deal: a number, in cents, up to `max`.
 * @param required what is said of none; without it none is allowed
 * @param above what is said of zero and less; without it zero is allowed
 * @param signed a minus is a number too, which `above` refuses
 */
export const amount = (text: Sentences, { max, required, above, signed = false }: Rule) => {
  const isOne = (value: string): boolean => isAmount(value, signed);
  // Thousands and a dollar sign are read as everywhere (decisions 2.10).
  const field = string()
    .trim()
    .transform((value: string) => readAmount(value) ?? value)
    .default('');
  return (required === undefined ? field : field.required(required))
    .test('valid', text.amountInvalid, (value) => value === '' || isOne(value))
    .test('decimals', text.amountDecimals, (value) => !isOne(value) || isCents(value))
    .test('limit', text.amountLimit, (value) => !isOne(value) || Number(value) <= max)
    .test('above-zero', above ?? '', (value) => above === undefined || !isOne(value) || Number(value) > 0);
};
