import type { Cents } from '../money.ts';

/** One person's month, in cents; `last`: totals of the six months before it. */
export type PersonMonth = Readonly<Record<'amount' | 'adjusted' | 'largest' | 'overpaid' | 'records', number>> &
  Readonly<{ last: readonly Cents[] }>;
export const outlierRules = ['negative', 'jump', 'adjusted', 'single', 'overpaid'] as const;
export type OutlierRule = (typeof outlierRules)[number];
/** `percent`: size of the deviation in whole percent, negative for a drop; null if the rule has no percentage. */
export type Outlier = Readonly<{ rule: OutlierRule; percent: number | null }>;

/** In cents; smaller changes need no second look. */
const MIN_CHANGE: Cents = 500_00;
/** In cents; smaller adjustments need none either. */
const MIN_ADJUSTED: Cents = 100_00;
const JUMP_RATIO = 0.5;
const ADJUSTED_RATIO = 0.25;
const LARGEST_RECORD_RATIO = 0.6;
const MIN_RECORDS = 3;

const percentOf = (part: Cents, whole: Cents): number => Math.round((Math.abs(part) / Math.abs(whole)) * 100);

/**
 * Percentage by which a total deviates from the person's usual one, if it is outside the range of recent months; months without commission
 * don't count.
 */
const medianJumpOf = (total: Cents, lastTotals: readonly Cents[]): number | null => {
  const months = lastTotals.filter((cents) => cents !== 0).sort((a, b) => a - b);
  const [lowest, median, highest] = [months[0], months[Math.floor(months.length / 2)], months.at(-1)];
  if (lowest === undefined || median === undefined || highest === undefined || (total >= lowest && total <= highest)) return null;
  const change = total - median;
  const isJump = Math.abs(change) >= MIN_CHANGE && Math.abs(change) > JUMP_RATIO * Math.abs(median);
  return isJump ? Math.sign(change) * percentOf(change, median) : null;
};

/**
 * The unusual facts of a person's month, each with its rule (decisions 2.11): a negative total; a total outside the range of the last six
 * months that is more than half above or below the usual one; adjustments of at least a quarter of the commission; one of several records
 * that makes up most of it; overpaid records.
 */
export const outliersOf = ({ amount, adjusted, last, largest, overpaid, records }: PersonMonth): Outlier[] => {
  const total = amount + adjusted;
  const jump = medianJumpOf(total, last);
  return [
    ...(total < 0 ? [{ rule: 'negative', percent: null } as const] : []),
    ...(jump === null ? [] : [{ rule: 'jump', percent: jump } as const]),
    ...(Math.abs(adjusted) >= MIN_ADJUSTED && amount !== 0 && Math.abs(adjusted) >= ADJUSTED_RATIO * Math.abs(amount)
      ? [{ rule: 'adjusted', percent: percentOf(adjusted, amount) } as const]
      : []),
    ...(records >= MIN_RECORDS && amount > 0 && largest >= MIN_CHANGE && largest > LARGEST_RECORD_RATIO * amount
      ? [{ rule: 'single', percent: percentOf(largest, amount) } as const]
      : []),
    ...(overpaid > 0 ? [{ rule: 'overpaid', percent: null } as const] : []),
  ];
};
