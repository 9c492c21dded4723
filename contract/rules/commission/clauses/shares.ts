import type { Cents } from '../../money.ts';
import type { Part } from '../engine.ts';
import { isKickerKey, MEMO, MINIMUM, MISSING_MEASURE, NO_CLAUSE, ROUNDING, ratesOfAmountKey, sentenceKey } from './keys.ts';

/**
 * The part of a record that one clause priced. For a cap, `net` is 0 and `amount` is what it removed. `rate` null: the amount
 * comes from no rate.
 */
export type ClauseShare = Readonly<{ key: string; net: Cents; rate: number | null; amount: Cents }>;

/** True for a part whose amount comes from no rate: a minimum, a cap, a memo's remainder, rounding, or an amount per deal. */
export const isAmountOnly = ({ net, clause }: Pick<Part, 'net' | 'clause'>): boolean =>
  ratesOfAmountKey(clause) !== null ||
  isKickerKey(clause) ||
  (net === 0 && (clause.startsWith('cap.') || [MISSING_MEASURE, MINIMUM, MEMO, ROUNDING, NO_CLAUSE].includes(clause)));

/** The clause's key on the plan page; rules of other versions are not on it. */
export const keyOfPart = ({ clause, plan }: Pick<Part, 'clause' | 'plan'>): string =>
  plan === undefined ? sentenceKey(clause) : NO_CLAUSE;

/** Each clause's share of a record; the amounts add up to the record's, to the cent (decisions 2.09). */
export const clauseShares = (parts: readonly Part[]): ClauseShare[] => {
  const shareByKey = new Map<string, ClauseShare>();
  for (const part of parts) {
    const { net, amount } = part;
    const [key, rate] = [keyOfPart(part), isAmountOnly(part) ? null : part.rate];
    const sum = shareByKey.get(key);
    shareByKey.set(
      key,
      sum ? { key, net: sum.net + net, rate: sum.rate === rate ? rate : null, amount: sum.amount + amount } : { key, net, rate, amount },
    );
  }
  return [...shareByKey.values()];
};
