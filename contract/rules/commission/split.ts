import { type Cents, PPM, toPpm } from '../money.ts';

/**
 * Splits an amount by largest remainder: the shares add up to it exactly, and among equal remainders the earlier share gets the cent.
 * @param shares fractions that add up to 1 @throws RangeError if they don't
 */
export const splitNet = (net: Cents, shares: readonly number[]): readonly Cents[] => {
  const weights = shares.map(toPpm);
  if (weights.reduce((sum, weight) => sum + weight, 0) !== PPM) throw new RangeError(`shares must add up to 1: ${shares.join(', ')}`);
  const sign = net < 0 ? -1 : 1;
  const flooredShares = weights.map((weight, index) => {
    const product = BigInt(Math.abs(net)) * BigInt(weight);
    return { index, cents: Number(product / BigInt(PPM)), rest: Number(product % BigInt(PPM)) };
  });
  const missingCents = Math.abs(net) - flooredShares.reduce((sum, { cents }) => sum + cents, 0);
  const roundedUp = new Set(
    [...flooredShares]
      .sort((a, b) => b.rest - a.rest)
      .slice(0, missingCents)
      .map(({ index }) => index),
  );
  return flooredShares.map(({ index, cents }) => {
    const share = cents + (roundedUp.has(index) ? 1 : 0);
    return share === 0 ? 0 : sign * share;
  });
};
