/** Money is integer cents internally and a decimal with two places on the wire; nothing here adds binary fractions. */
export type Cents = number;

/** Rounds half away from zero: 2.5 → 3, −2.5 → −3 (`Math.round(-2.5)` would be −2). */
export const roundHalfAway = (value: number): number => {
  const rounded = Math.sign(value) * Math.round(Math.abs(value));
  return rounded === 0 ? 0 : rounded;
};

/**
 * Cents of a wire amount: 1234.5 → 123450. Strings keep every digit: "1.005" → 101, while the binary number would give 100.
 * @throws RangeError if the value isn't a finite decimal or exceeds the safe integers
 */
export const toCents = (amount: number | string): Cents => {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(typeof amount === 'number' ? amount.toFixed(8) : amount.trim());
  if (!match) throw new RangeError(`not an amount of money: ${amount}`);
  const [, sign, wholePart = '0', fraction = ''] = match;
  const digits = `${fraction}000`;
  const cents = Number(wholePart) * 100 + Number(digits.slice(0, 2)) + (Number(digits[2]) >= 5 ? 1 : 0);
  if (!Number.isSafeInteger(cents)) throw new RangeError(`too large an amount of money: ${amount}`);
  return sign === '-' && cents !== 0 ? -cents : cents;
};

/** The wire amount of cents: 123450 → 1234.5. Exact for every integer of cents below 2^53 / 100. */
export const fromCents = (cents: Cents): number => cents / 100;

const PLAIN_DECIMAL = /^-?\d+(\.\d{1,2})?$/;
/** True if the typed total equals the displayed one, with or without dollar sign and commas. */
export const isTypedTotal = (input: string, total: number): boolean => {
  const digits = input.replace(/[$,\s]/g, '');
  return PLAIN_DECIMAL.test(digits) && toCents(digits) === toCents(total);
};

/** Rates in parts per million, so that cents × rate is an exact integer. */
export const PPM = 1_000_000;
export const toPpm = (rate: number): number => roundHalfAway(rate * PPM);

/** top / bottom (bottom > 0), rounded half away from zero to a whole number. */
export const roundRatio = (numerator: bigint, denominator: bigint): number => {
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n);
  return Number(numerator < 0n ? -rounded : rounded);
};

/** A fraction of an amount, rounded half away from zero to the cent. */
export const fractionOf = (amount: Cents, fraction: number): Cents => roundRatio(BigInt(amount) * BigInt(toPpm(fraction)), BigInt(PPM));

/** Net revenue in cents and the rate that applies to it. */
export type AtRate = Readonly<{ net: Cents; rate: number }>;

/**
 * The exact sum of net × rate, rounded once to cents, half away from zero. Numbers are exact up to about 90 million dollars at 100 %;
 * BigInt, which has no limit, takes ten times as long.
 */
export const earnedOn = (parts: readonly AtRate[]): Cents => {
  let [sum, size] = [0, 0];
  for (const { net, rate } of parts) {
    const product = net * toPpm(rate);
    sum += product;
    size += Math.abs(product);
  }
  if (size > Number.MAX_SAFE_INTEGER)
    return roundRatio(
      parts.reduce((total, { net, rate }) => total + BigInt(net) * BigInt(toPpm(rate)), 0n),
      BigInt(PPM),
    );
  const remainder = Math.abs(sum) % PPM;
  const cents = (Math.abs(sum) - remainder) / PPM + (remainder * 2 >= PPM ? 1 : 0);
  return sum < 0 && cents !== 0 ? -cents : cents;
};
