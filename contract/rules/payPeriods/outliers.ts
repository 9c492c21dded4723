import type { Cents } from '../money.ts';

/** One person's month, in cents; `last`: the totals of the six months before it. */
export type PersonMonth = Readonly<Record<'amount' | 'adjusted' | 'largest' | 'overpaid' | 'records', number>> &
  Readonly<{ last: readonly Cents[] }>;
export const outlierRules = ['negative', 'jump', 'adjusted', 'single', 'overpaid'] as const;
export type OutlierRule = (typeof outlierRules)[number];
/** `percent`: how far it is off, whole percent, of a jump negative where it is less; null where the rule has none. */
export type Outlier = Readonly<{ rule: OutlierRule; percent: number | null }>;

/** Below this a change is no reason to look twice, in cents. */
const WORTH: Cents = 500_00;
/** Adjustments below this are none either. */
const WORTH_ADJUSTED: Cents = 100_00;
const JUMP = 0.5;
const ADJUSTED = 0.25;
const SINGLE = 0.6;
const SINGLE_OF = 3;

const percentOf = (part: Cents, of: Cents): number => Math.round((Math.abs(part) / Math.abs(of)) * 100);

/** How far a total is off what is usual for the person, where it is beyond anything in the last months; months without anything say nothing. */
const jumpOf = (total: Cents, last: readonly Cents[]): number | null => {
  const months = last.filter((cents) => cents !== 0).sort((a, b) => a - b);
  const [lowest, usual, highest] = [months[0], months[Math.floor(months.length / 2)], months.at(-1)];
  if (lowest === undefined || usual === undefined || highest === undefined || (total >= lowest && total <= highest)) return null;
  const change = total - usual;
  const isJump = Math.abs(change) >= WORTH && Math.abs(change) > JUMP * Math.abs(usual);
  return isJump ? Math.sign(change) * percentOf(change, usual) : null;
};

/**
 * What is unusual about a person's month, and by which rule (decisions 2.11): a total below zero; more or less than in any of the
 * last six months, and half as much again or half as much less than is usual; adjustments of a quarter of the commission; one record of several that is most of it; records that are overpaid.
 */
export const outliersOf = ({ amount, adjusted, last, largest, overpaid, records }: PersonMonth): Outlier[] => {
  const total = amount + adjusted;
  const jump = jumpOf(total, last);
  return [
    ...(total < 0 ? [{ rule: 'negative', percent: null } as const] : []),
    ...(jump === null ? [] : [{ rule: 'jump', percent: jump } as const]),
    ...(Math.abs(adjusted) >= WORTH_ADJUSTED && amount !== 0 && Math.abs(adjusted) >= ADJUSTED * Math.abs(amount)
      ? [{ rule: 'adjusted', percent: percentOf(adjusted, amount) } as const]
      : []),
    ...(records >= SINGLE_OF && amount > 0 && largest >= WORTH && largest > SINGLE * amount
      ? [{ rule: 'single', percent: percentOf(largest, amount) } as const]
      : []),
    ...(overpaid > 0 ? [{ rule: 'overpaid', percent: null } as const] : []),
  ];
};
