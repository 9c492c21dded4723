import type { Cents } from '../money.ts';

/** One person's month, in cents; `before` is the month before it. */
export type PersonMonth = Readonly<Record<'amount' | 'adjusted' | 'before' | 'largest' | 'overpaid' | 'records', number>>;
export const outlierRules = ['negative', 'jump', 'adjusted', 'single', 'overpaid'] as const;
export type OutlierRule = (typeof outlierRules)[number];
/** `percent`: how far it is off, whole percent; null where the rule has none. */
export type Outlier = Readonly<{ rule: OutlierRule; percent: number | null }>;

/** Below this a change is no reason to look twice, in cents. */
const WORTH: Cents = 500_00;
const JUMP = 0.5;
const ADJUSTED = 0.25;
const SINGLE = 0.6;
const SINGLE_OF = 3;

const percentOf = (part: Cents, of: Cents): number => Math.round((Math.abs(part) / Math.abs(of)) * 100);

/**
 * What is unusual about a person's month, and by which rule (decisions 2.11): a total below zero; half as much again or half as much less than
 * the month before; adjustments of a quarter of the commission; one record of several that is most of it; records that are overpaid.
 */
export const outliersOf = ({ amount, adjusted, before, largest, overpaid, records }: PersonMonth): Outlier[] => {
  const total = amount + adjusted;
  const change = total - before;
  return [
    ...(total < 0 ? [{ rule: 'negative', percent: null } as const] : []),
    ...(before !== 0 && Math.abs(change) >= WORTH && Math.abs(change) > JUMP * Math.abs(before)
      ? [{ rule: 'jump', percent: percentOf(change, before) } as const]
      : []),
    ...(adjusted !== 0 && amount !== 0 && Math.abs(adjusted) >= ADJUSTED * Math.abs(amount)
      ? [{ rule: 'adjusted', percent: percentOf(adjusted, amount) } as const]
      : []),
    ...(records >= SINGLE_OF && amount > 0 && largest >= WORTH && largest > SINGLE * amount
      ? [{ rule: 'single', percent: percentOf(largest, amount) } as const]
      : []),
    ...(overpaid > 0 ? [{ rule: 'overpaid', percent: null } as const] : []),
  ];
};
