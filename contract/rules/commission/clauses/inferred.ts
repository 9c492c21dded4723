import { type Cents, earnedOn } from '../../money.ts';
import { centsOfParts } from '../engine/parts.ts';
import type { Credit, Part, StoredPart } from '../engine.ts';
import type { Plan } from '../plan.ts';
import { CAP_PERIOD, CAP_RECORD, exclusionKey, MEMO, NO_CLAUSE, OWN_RATE, overrideKey, ROUNDING, ratesTierKey, tierKey } from './keys.ts';
import { type QuotaPosition, tierOfPart } from './tierOfPart.ts';

/**
 * A stored record and the facts from which its reasons are inferred. `excludedBy`: index of the plan's exclusion that applies,
 * null if none does; `ownRate`: the rate override of its invoice, null without one. A credit memo has the override, clause and
 * position of the record it reverses.
 */
export type PricedRecord = Readonly<{
  parts: readonly StoredPart[];
  amount: Cents;
  credit: Credit;
  isMemo: boolean;
  ownRate: number | null;
  excludedBy: number | null;
  /** Index of the `rates` entry that priced it; null if the plan's own tiers did. */
  rateClause: number | null;
  position: QuotaPosition | null;
}>;

export const haveReasons = (parts: readonly StoredPart[]): parts is readonly Part[] =>
  parts.length > 0 && parts.every(({ amount, clause }) => amount !== undefined && clause !== undefined);

/** The key of the clause that probably priced a part. */
const clauseOfPart = (plan: Plan, record: PricedRecord, index: number): string => {
  const { credit, ownRate: rateOverride, excludedBy, parts } = record;
  if (excludedBy !== null) return exclusionKey(excludedBy);
  if (credit === 'override') return overrideKey(plan.teamOverrides[0]?.role);
  // The rate override prices only the first part; a retroactive step may follow it.
  if (rateOverride !== null && index === 0 && parts[0]?.rate === rateOverride) return OWN_RATE;
  const tier = tierOfPart(plan, record, index);
  if (!tier) return NO_CLAUSE;
  return tier.rates === null ? tierKey(tier.tier) : ratesTierKey(tier.rates, tier.tier);
};

/**
 * The clause for the difference between the stored amount and net × rate. A memo reverses its original in full, whatever the cap; one that
 * reverses nothing covers revenue that the period's cap had already cut.
 */
const remainderClause = ({ caps }: Plan, { isMemo, amount, parts }: PricedRecord, remainder: Cents): string => {
  const isReduced = Math.abs(amount) < Math.abs(earnedOn(parts));
  const isCut = isReduced && (!isMemo || amount === 0);
  if (isCut && !isMemo && caps.perRecord !== null && Math.abs(amount) === caps.perRecord) return CAP_RECORD;
  if (Math.abs(remainder) === 1) return ROUNDING;
  if (isCut && caps.perPeriod !== null) return CAP_PERIOD;
  return isMemo ? MEMO : NO_CLAUSE;
};

const inferredParts = (plan: Plan, record: PricedRecord): Part[] => {
  const { parts, amount, excludedBy } = record;
  if (parts.length === 0 && amount === 0)
    return excludedBy === null ? [] : [{ net: 0, rate: 0, amount: 0, clause: exclusionKey(excludedBy), inferred: true }];
  const cents = centsOfParts(parts);
  const remainder = amount - cents.reduce((sum, part) => sum + part, 0);
  const keyedParts = parts.map(
    ({ net, rate }, index): Part => ({
      net,
      rate,
      amount: cents[index] ?? 0,
      clause: clauseOfPart(plan, record, index),
      inferred: true,
    }),
  );
  return remainder === 0
    ? keyedParts
    : [...keyedParts, { net: 0, rate: 0, amount: remainder, clause: remainderClause(plan, record, remainder), inferred: true }];
};

/**
 * The reasons of a stored record. Records of months closed before the engine stored its reasons are never rewritten: their
 * reasons are inferred from the plan and marked as inferred (ADR 17).
 */
export const partsWithReasons = (plan: Plan, record: PricedRecord): readonly Part[] =>
  haveReasons(record.parts) ? record.parts : inferredParts(plan, record);
