import { type Cents, PPM, roundHalfAway, toPpm } from '../../money.ts';

const withThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** Cents as 2,400.00; the same in every locale, because sentences are stored and compared. */
export const plainDollars = (cents: Cents): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${withThousands(digits.slice(0, -2))}.${digits.slice(-2)}`;
};

export const usd = (cents: Cents): string => `${cents < 0 ? '-' : ''}$${plainDollars(Math.abs(cents))}`;

/** 5.0%, 7.5%, 5.8333%: at least one decimal, otherwise all of the rate's decimals. */
export const percent = (rate: number): string => {
  const digits = String(Math.abs(toPpm(rate))).padStart(5, '0');
  const decimals = digits.slice(-4).replace(/0+$/, '');
  return `${rate < 0 ? '-' : ''}${digits.slice(0, -4)}.${decimals === '' ? '0' : decimals}%`;
};

/** The exact product, including any digits below the cent: 0.07 × 5.0% is 0.0035. */
export const product = (cents: Cents, rate: number): string => {
  const exact = BigInt(cents) * BigInt(toPpm(rate));
  const magnitude = exact < 0n ? -exact : exact;
  const whole = Number(magnitude / BigInt(PPM));
  const rest = String(magnitude % BigInt(PPM))
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${exact < 0n ? '-' : ''}${plainDollars(whole)}${rest}`;
};

/** A fraction as a percentage with one decimal (spec 9.05). */
export const share = (fraction: number): string => `${(roundHalfAway(fraction * 1000) / 10).toFixed(1)}%`;
export const blendedRate = (amount: Cents, net: Cents): string => (net === 0 ? '0.0%' : share(amount / net));
