import type { Cents } from '../../money.ts';
import type { Credit, Part } from '../engine.ts';
import { shares } from '../explain/formula.ts';
import type { Plan } from '../plan.ts';
import { ratesKey } from './clause.ts';

/**
 * A record as it was priced. `excludedBy`: which of the plan's exclusions holds, null where none does; `ownRate`: that of its invoice, null
 * where it has none.
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
}>;
/** What of a record a clause priced. Of a cap `net` is 0 and `amount` what it took. */
export type ClauseShare = Readonly<{ key: string; net: Cents; rate: number | null; amount: Cents }>;

/** Records whose rate is their invoice's own, and those whose rate stands in no clause of the plan any more. */
export const OWN_RATE = 'own_rate';
export const NO_CLAUSE = 'no_clause';

/** Which clause priced a part of a record; `at` is the part's place. */
export const clauseOfPart = (
  plan: Plan,
  { credit, isMemo, ownRate, excludedBy, rateClause }: PricedRecord,
  { rate }: Part,
  at: number,
): string => {
  if (credit === 'override') return 'team_override';
  if (excludedBy !== null) return `exclude.${excludedBy}`;
  // Only the first part is at the invoice's own rate; a retroactive step may stand behind it.
  if (!isMemo && ownRate !== null && at === 0 && rate === ownRate) return OWN_RATE;
  return clauseOfRate(plan, rateClause, rate);
};

const hasRate = (clause: Pick<Plan, 'tiers'> | undefined, rate: number): boolean => clause?.tiers.some((one) => one.rate === rate) ?? false;

/** The record's own rule first; a retroactive step may be that of another. */
const clauseOfRate = (plan: Plan, rateClause: number | null, rate: number): string => {
  if (rateClause !== null && hasRate(plan.rates[rateClause], rate)) return ratesKey(rateClause);
  const tier = plan.tiers.findIndex((one) => one.rate === rate);
  if (tier >= 0) return `rate.${tier}`;
  const other = plan.tierMode === 'retroactive' ? plan.rates.findIndex((one) => hasRate(one, rate)) : -1;
  return other >= 0 ? ratesKey(other) : NO_CLAUSE;
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
 * What each clause of the plan gave a record, or took: the amounts add up to the record's, to the cent (decisions 2.09). What rounding or a
 * correction leaves stands with the last part.
 */
export const clauseShares = (plan: Plan, record: PricedRecord): ClauseShare[] => {
  const { parts, amount } = record;
  if (parts.length === 0) return amount === 0 ? [] : [{ key: NO_CLAUSE, net: 0, rate: null, amount }];
  const cents = shares(parts);
  const found = parts.map((part, at) => ({
    key: clauseOfPart(plan, record, part, at),
    net: part.net,
    rate: part.rate,
    amount: cents[at] ?? 0,
  }));
  const rest = amount - cents.reduce((sum, each) => sum + each, 0);
  if (rest === 0) return ofClauses(found);
  const key = capOf(plan, record) ?? found.at(-1)?.key ?? NO_CLAUSE;
  return ofClauses([...found, { key, net: 0, rate: found.find((share) => share.key === key)?.rate ?? null, amount: rest }]);
};
