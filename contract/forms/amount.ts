import { string } from 'yup';
import { type Cents, toCents } from '../rules/money.ts';

/** Replaces typographic minus signs and dashes with a hyphen-minus. */
const toPlainMinus = (value: string): string => value.replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-');

/** spec 2.38: digits, one decimal point, a leading minus, at most two decimals. "$-5", "-$5" and "(5)" are negative too. */
const keepAmountCharacters = (input: string): string => {
  const sign = /^[\s$]*[-(]/.test(toPlainMinus(input)) ? '-' : '';
  const [wholePart = '', ...decimals] = input.replace(/[^\d.]/g, '').split('.');
  return decimals.length === 0 ? sign + wholePart : `${sign}${wholePart}.${decimals.join('').slice(0, 2)}`;
};

/** At most two decimals, plus any number of zeros. */
const digitsPattern = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{0,2}0*)?|\.\d{1,2}0*`;
const amountPatterns = [new RegExp(`^[-+]?\\s*\\$?\\s*(?:${digitsPattern})$`), new RegExp(`^\\$\\s*-\\s*(?:${digitsPattern})$`)];
const parenthesizedAmount = new RegExp(`^\\$?\\s*\\(\\s*\\$?\\s*(?:${digitsPattern})\\s*\\)$`);

/** Parses a complete amount in US format (decisions 2.10); null if it is ambiguous. */
export const parsePastedAmount = (pasted: string): string | null => {
  const normalized = toPlainMinus(pasted.trim());
  return [...amountPatterns, parenthesizedAmount].some((form) => form.test(normalized)) ? keepAmountCharacters(normalized) : null;
};

/** Up to this many digits, cents are safe integers; no form accepts longer amounts. */
const MAX_DIGITS = 10;

/** The cents of a typed amount, including "$1,234.50", "12." and ".5"; null if the text is not an amount. */
export const parseCents = (input: string): Cents | null => {
  const normalized = parsePastedAmount(input)
    ?.replace(/\.$/, '')
    .replace(/^(-?)\./, (_, sign: string) => `${sign}0.`);
  if (normalized === undefined || (normalized.split('.')[0] as string).length > MAX_DIGITS + 1) return null;
  return toCents(normalized);
};

type AmountInput = Readonly<{ before: string; after: string; pasted: boolean }>;

/**
 * The text of the amount field after a change (spec 2.38). Typed characters are filtered, pasted text is parsed as a whole.
 * Unreadable text is kept, so that the form rejects it: the remaining digits alone would be a different amount.
 */
export const toAmountText = ({ before, after, pasted }: AmountInput): string =>
  pasted || keepAmountCharacters(before) !== before ? (parsePastedAmount(after) ?? after) : keepAmountCharacters(after);

type AmountMessages = Readonly<{ amountInvalid: string; amountDecimals: string; amountLimit: string }>;
type AmountRule = Readonly<{ max: number; required?: string; above?: string; signed?: boolean }>;

/** Digits with optional decimals; a minus only if `allowsNegative`. */
export const isAmount = (value: string, allowsNegative = false): boolean =>
  /^-?\d+(\.\d*)?$/.test(value) && (allowsNegative || !value.startsWith('-'));
/** At most two decimals, plus any number of zeros. */
const isCents = (value: string): boolean => /^-?\d+(\.\d{0,2}0*)?$/.test(value);

/**
 * A typed dollar amount of a payment, an invoice or a deal: a number with whole cents, up to `max`.
 * @param required message for an empty value; without it, empty is allowed
 * @param above message for zero and negative values; without it, zero is allowed
 * @param signed accepts a minus as part of the number, so that `above` refuses it
 */
export const amount = (text: AmountMessages, { max, required, above, signed: allowsNegative = false }: AmountRule) => {
  const isValidAmount = (value: string): boolean => isAmount(value, allowsNegative);
  // Thousands separators and a dollar sign are accepted, as everywhere (decisions 2.10).
  const field = string()
    .trim()
    .transform((value: string) => parsePastedAmount(value) ?? value)
    .default('');
  return (required === undefined ? field : field.required(required))
    .test('valid', text.amountInvalid, (value) => value === '' || isValidAmount(value))
    .test('decimals', text.amountDecimals, (value) => !isValidAmount(value) || isCents(value))
    .test('limit', text.amountLimit, (value) => !isValidAmount(value) || Number(value) <= max)
    .test('above-zero', above ?? '', (value) => above === undefined || !isValidAmount(value) || Number(value) > 0);
};
