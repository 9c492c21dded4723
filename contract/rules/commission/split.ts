import { type Cents, PPM, toPpm } from '../money.ts';

/**
 * Splits an amount by largest remainder: the shares add up to it exactly, and of equal remainders the earlier share gets the cent.
 * @param shares fractions that add up to 1 @throws RangeError if they don't
 */
export const splitNet = (net: Cents, shares: readonly number[]): readonly Cents[] => {
  const weights = shares.map(toPpm);
  if (weights.reduce((sum, weight) => sum + weight, 0) !== PPM) throw new RangeError(`shares must add up to 1: ${shares.join(', ')}`);
  const sign = net < 0 ? -1 : 1;
  const cuts = weights.map((weight, index) => {
    const product = BigInt(Math.abs(net)) * BigInt(weight);
    return { index, cents: Number(product / BigInt(PPM)), rest: Number(product % BigInt(PPM)) };
  });
  const left = Math.abs(net) - cuts.reduce((sum, { cents }) => sum + cents, 0);
  const favoured = new Set(
    [...cuts]
      .sort((a, b) => b.rest - a.rest)
      .slice(0, left)
      .map(({ index }) => index),
  );
  return cuts.map(({ index, cents }) => {
    const share = cents + (favoured.has(index) ? 1 : 0);
    return share === 0 ? 0 : sign * share;
  });
};
