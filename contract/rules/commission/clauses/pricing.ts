import type { Cents } from '../../money.ts';
import type { Credit, Part } from '../engine.ts';
import { shares } from '../explain/formula.ts';
import type { Plan } from '../plan.ts';
import { ratesKey } from './clause.ts';
import { type QuotaPosition, tierOfPart } from './tierOfPart.ts';

/**
 * A record as it was priced. `excludedBy`: which of the plan's exclusions holds, null where none does; `ownRate`: that of its invoice, null
 * where it has none. A credit memo has the own rate, clause and position of the record it takes back.
 */
export type PricedRecord = Readonly<{
  parts: readonly Part[];
  amount: Cents;
  credit: Credit;
  isMemo: boolean;
  ownRate: number | null;
  excludedBy: number | null;
  /** Which of the plan's `rates` priced it; null: the plan's own tiers. */
  rateClause: number | null;
  position: QuotaPosition | null;
}>;
/** The part of a record that a clause priced. Of a cap `net` is 0 and `amount` what it took. */
export type ClauseShare = Readonly<{ key: string; net: Cents; rate: number | null; amount: Cents }>;

/** Keys of records whose rate is their invoice's own, and those whose rate stands in no clause of the plan any more. */
export const OWN_RATE = 'own_rate';
export const NO_CLAUSE = 'no_clause';

/** The key of the clause that priced a part of a record. */
export const clauseOfPart = (plan: Plan, record: PricedRecord, index: number): string => {
  const { credit, ownRate, excludedBy, parts } = record;
  if (credit === 'override') return 'team_override';
  if (excludedBy !== null) return `exclude.${excludedBy}`;
  // Only the first part is at the invoice's own rate; a retroactive step may stand behind it.
  if (ownRate !== null && index === 0 && parts[0]?.rate === ownRate) return OWN_RATE;
  const found = tierOfPart(plan, record, index);
  if (!found) return NO_CLAUSE;
  return found.rateClause === null ? `rate.${found.tier}` : ratesKey(found.rateClause);
};

/** The cap that took the difference; null where the plan has none. A memo gives back what was given, whatever the cap. */
const capOf = ({ caps }: Plan, { isMemo, amount }: PricedRecord): string | null => {
  if (isMemo || (caps.perRecord === null && caps.perPeriod === null)) return null;
  return caps.perRecord !== null && (caps.perPeriod === null || Math.abs(amount) === caps.perRecord) ? 'cap.record' : 'cap.period';
};

const ofClauses = (found: readonly ClauseShare[]): ClauseShare[] => {
  const sums = new Map<string, ClauseShare>();
  for (const { key, net, rate, amount } of found) {
    const sum = sums.get(key);
    sums.set(
      key,
      sum ? { key, net: sum.net + net, rate: sum.rate === rate ? rate : null, amount: sum.amount + amount } : { key, net, rate, amount },
    );
  }
  return [...sums.values()];
};

/**
 * The share of each clause of the plan in a record: the amounts add up to the record's, to the cent (decisions 2.09). What rounding or a
 * correction leaves stands with the last part.
 */
export const clauseShares = (plan: Plan, record: PricedRecord): ClauseShare[] => {
  const { parts, amount } = record;
  if (parts.length === 0) return amount === 0 ? [] : [{ key: NO_CLAUSE, net: 0, rate: null, amount }];
  const cents = shares(parts);
  const found = parts.map((part, index) => ({
    key: clauseOfPart(plan, record, index),
    net: part.net,
    rate: part.rate,
    amount: cents[index] ?? 0,
  }));
  const rest = amount - cents.reduce((sum, each) => sum + each, 0);
  if (rest === 0) return ofClauses(found);
  const key = capOf(plan, record) ?? found.at(-1)?.key ?? NO_CLAUSE;
  return ofClauses([...found, { key, net: 0, rate: found.find((share) => share.key === key)?.rate ?? null, amount: rest }]);
};
