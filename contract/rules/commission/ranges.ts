import { fill, messages } from '../../messages.ts';

/** Numbers with at most one lower and one upper bound: `from` and `up_to` are inclusive, `over` and `below` exclusive. */
export type Range = Readonly<{ from?: number; over?: number; below?: number; up_to?: number }>;
export const rangeBounds = ['from', 'over', 'below', 'up_to'] as const;

const t = messages.planClauses.range;

export const isInRange = ({ from, over, below, up_to }: Range, value: number): boolean =>
  (from === undefined || value >= from) &&
  (over === undefined || value > over) &&
  (below === undefined || value < below) &&
  (up_to === undefined || value <= up_to);

/** True if no number is in the range, such as over 5 and up to 5. */
export const isEmptyRange = ({ from, over, below, up_to }: Range): boolean => {
  const [low, high] = [from ?? over, up_to ?? below];
  if (low === undefined || high === undefined) return false;
  return low > high || (low === high && (over !== undefined || below !== undefined));
};

/** The numbers in both ranges; it may be empty. */
const intersectionOf = (a: Range, b: Range): Range => {
  const [lowA, lowB] = [a.from ?? a.over ?? Number.NEGATIVE_INFINITY, b.from ?? b.over ?? Number.NEGATIVE_INFINITY];
  const [highA, highB] = [a.up_to ?? a.below ?? Number.POSITIVE_INFINITY, b.up_to ?? b.below ?? Number.POSITIVE_INFINITY];
  const low = lowA > lowB || (lowA === lowB && a.over !== undefined) ? a : b;
  const high = highA < highB || (highA === highB && a.below !== undefined) ? a : b;
  return {
    ...(low.from === undefined ? {} : { from: low.from }),
    ...(low.over === undefined ? {} : { over: low.over }),
    ...(high.below === undefined ? {} : { below: high.below }),
    ...(high.up_to === undefined ? {} : { up_to: high.up_to }),
  };
};

export const doRangesOverlap = (a: Range, b: Range): boolean => !isEmptyRange(intersectionOf(a, b));

/** "over $50,000.00 and up to $100,000.00" */
export const rangeWords = (range: Range, textOf: (value: number) => string): string => {
  const bounds = rangeBounds.flatMap((bound) => {
    const value = range[bound];
    return value === undefined ? [] : [fill(t[bound], { value: textOf(value) })];
  });
  return bounds.join(` ${t.and} `);
};
