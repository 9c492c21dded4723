import { type Cents, fractionOf } from '../../money.ts';
import type { StoredPart } from '../engine.ts';
import { tiersOf } from '../matching.ts';
import type { Plan, Tier } from '../plan.ts';
import type { TierRef } from './keys.ts';

/** The position of a record in its quota period when it was priced; for a credit memo, that of the record it reverses. Cents. */
export type QuotaPosition = Readonly<{ cum: Cents; net: Cents; quota: Cents }>;
/** `position` is null if unknown. */
type Priced = Readonly<{ parts: readonly StoredPart[]; rateClause: number | null; position: QuotaPosition | null; isMemo?: boolean }>;

const tierAt = (tiers: readonly Tier[], quota: Cents, revenue: number): number =>
  Math.max(
    0,
    tiers.findLastIndex(({ from }) => revenue >= fractionOf(quota, from)),
  );

/** The revenue at the middle of a part; parts follow each other from the lowest tier up. */
const middleRevenue = (parts: readonly StoredPart[], index: number, { cum, net }: QuotaPosition): number => {
  const sizes = parts.map((part) => Math.abs(part.net));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const revenueBelow = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
  const share = total === 0 ? 0 : (revenueBelow + (sizes[index] ?? 0) / 2) / total;
  return Math.min(cum, cum + net) + share * Math.abs(net);
};

/** The tiers that may have priced a part, most likely first. */
const candidateTiers = (tiers: readonly Tier[], mode: Plan['tierMode'], priced: Priced, index: number): readonly number[] => {
  const { parts, position, isMemo = false } = priced;
  const storedTier = parts[index]?.tier;
  if (storedTier !== undefined) return [storedTier];
  if (!position) return [...tiers.keys()];
  const { cum, net, quota } = position;
  const [before, after] = [tierAt(tiers, quota, cum), tierAt(tiers, quota, cum + net)];
  // A memo also reprices the sales after its original, in any tier.
  const memoTiers = isMemo ? [...tiers.keys()] : [];
  if (mode === 'retroactive') return [after, before, ...memoTiers];
  const middle = tierAt(tiers, quota, middleRevenue(parts, index, position));
  const [low, high] = [Math.min(before, after), Math.max(before, after)];
  // A memo's parts are rounded, so a part of a few cents may miss its tier by one.
  return [middle, ...[...tiers.keys()].slice(low, high + 1), ...memoTiers];
};

/** The clauses whose tiers may have priced a part, the record's own first; null: the plan's own tiers. */
const clausesToTry = (plan: Plan, { rateClause, position }: Priced): readonly (number | null)[] => {
  const ownClause = rateClause !== null && rateClause in plan.rates ? rateClause : null;
  if (plan.tierMode === 'marginal' || !position) return [ownClause];
  // A retroactive step is paid on the revenue of every clause.
  return [...new Set([ownClause, null, ...plan.rates.keys()])];
};

/**
 * The tier that priced a part of a record from before reasons were stored, found by the revenue that the part covers. Null if that tier has
 * another rate, because another version priced the part. Without a position, the only tier with the part's rate.
 */
export const tierOfPart = (plan: Plan, priced: Priced, index: number): TierRef | null => {
  const rate = priced.parts[index]?.rate;
  for (const rateClause of clausesToTry(plan, priced)) {
    const { tiers } = tiersOf(plan, rateClause);
    const matches = candidateTiers(tiers, plan.tierMode, priced, index).filter((tier) => tiers[tier]?.rate === rate);
    const [tier] = matches;
    // All tiers of an entry in `rates` share one clause, so the first match is enough.
    if (tier !== undefined && (priced.position || matches.length === 1 || rateClause !== null)) return { rates: rateClause, tier };
  }
  return null;
};
