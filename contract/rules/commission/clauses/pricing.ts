import type { Cents } from '../../money.ts';
import type { Credit, Part } from '../engine.ts';
import { shares } from '../explain/formula.ts';
import type { Plan } from '../plan.ts';
import { ratesKey } from './clause.ts';
import { type QuotaPosition, tierOfPart } from './tierOfPart.ts';

/**
 * A record as it was priced. `excludedBy`: index of the plan's exclusion that applies, null if none does; `ownRate`: the rate override of
 * its invoice, null without one. A credit memo has the override, clause and position of the record it reverses.
 */
export type PricedRecord = Readonly<{
  parts: readonly Part[];
  amount: Cents;
  credit: Credit;
  isMemo: boolean;
  ownRate: number | null;
  excludedBy: number | null;
  /** Index of the entry in the plan's `rates` that priced it; null: the plan's own tiers. */
  rateClause: number | null;
  position: QuotaPosition | null;
}>;
/** The part of a record that one clause priced. For a cap, `net` is 0 and `amount` is what it removed. */
export type ClauseShare = Readonly<{ key: string; net: Cents; rate: number | null; amount: Cents }>;

/** Keys for records priced at their invoice's rate override, and for those whose rate is no longer in any clause of the plan. */
export const OWN_RATE = 'own_rate';
export const NO_CLAUSE = 'no_clause';

/** The key of the clause that priced a part of a record. */
export const clauseOfPart = (plan: Plan, record: PricedRecord, index: number): string => {
  const { credit, ownRate, excludedBy, parts } = record;
  if (credit === 'override') return 'team_override';
  if (excludedBy !== null) return `exclude.${excludedBy}`;
  // Only the first part uses the invoice's rate override; a retroactive step may follow it.
  if (ownRate !== null && index === 0 && parts[0]?.rate === ownRate) return OWN_RATE;
  const found = tierOfPart(plan, record, index);
  if (!found) return NO_CLAUSE;
  return found.rateClause === null ? `rate.${found.tier}` : ratesKey(found.rateClause);
};

/** The cap that accounts for the difference; null if the plan has none. A memo reverses its original in full, whatever the cap. */
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
 * The share of each clause of the plan in a record: the amounts add up to the record's, to the cent (decisions 2.09). The last part takes
 * any rest from rounding or a correction.
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
