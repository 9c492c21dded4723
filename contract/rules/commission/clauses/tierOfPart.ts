import { type Cents, fractionOf } from '../../money.ts';
import type { Part } from '../engine.ts';
import { tiersOf } from '../matching.ts';
import type { Plan, Tier } from '../plan.ts';

/** Where a record stood in its quota period when it was priced; of a credit memo, where the record that it takes back stood. Cents. */
export type QuotaPosition = Readonly<{ cum: Cents; net: Cents; quota: Cents }>;
/** A tier of the plan, or of one of its `rates`. */
export type TierRef = Readonly<{ rateClause: number | null; tier: number }>;
/** `position` null: it is unknown. */
type Priced = Readonly<{ parts: readonly Part[]; rateClause: number | null; position: QuotaPosition | null; isMemo?: boolean }>;

const tierAt = (tiers: readonly Tier[], quota: Cents, revenue: number): number =>
  Math.max(
    0,
    tiers.findLastIndex(({ from }) => revenue >= fractionOf(quota, from)),
  );

/** The revenue in the middle of a part: parts lie one after another, from the lowest tier up. */
const middleOf = (parts: readonly Part[], index: number, { cum, net }: QuotaPosition): number => {
  const sizes = parts.map((part) => Math.abs(part.net));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const below = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
  const share = total === 0 ? 0 : (below + (sizes[index] ?? 0) / 2) / total;
  return Math.min(cum, cum + net) + share * Math.abs(net);
};

/** The tiers that can have priced a part, the likeliest first. */
const candidates = (tiers: readonly Tier[], mode: Plan['tierMode'], priced: Priced, index: number): readonly number[] => {
  const { parts, position, isMemo = false } = priced;
  const known = parts[index]?.tier;
  if (known !== undefined) return [known];
  if (!position) return [...tiers.keys()];
  const { cum, net, quota } = position;
  const [before, after] = [tierAt(tiers, quota, cum), tierAt(tiers, quota, cum + net)];
  // A memo also reprices the sales after its original, in whatever tier they lie.
  const others = isMemo ? [...tiers.keys()] : [];
  if (mode === 'retroactive') return [after, before, ...others];
  const middle = tierAt(tiers, quota, middleOf(parts, index, position));
  const [low, high] = [Math.min(before, after), Math.max(before, after)];
  // A memo's parts are rounded, so a part of a few cents may miss its tier by one.
  return [middle, ...[...tiers.keys()].slice(low, high + 1), ...others];
};

/** The plan's own tiers, or those of one of its `rates`, that can have priced a part: the record's own first. */
const placesOf = (plan: Plan, { rateClause, position }: Priced): readonly (number | null)[] => {
  const own = rateClause !== null && rateClause in plan.rates ? rateClause : null;
  if (plan.tierMode === 'marginal' || !position) return [own];
  // A retroactive step is paid on the revenue of every clause.
  return [...new Set([own, null, ...plan.rates.keys()])];
};

/**
 * The tier that priced a part of a record, found by the revenue that the part covers. Null where the tier there has another rate, because
 * another version priced the part. Without a position, it is the only tier that has the rate.
 */
export const tierOfPart = (plan: Plan, priced: Priced, index: number): TierRef | null => {
  const rate = priced.parts[index]?.rate;
  for (const rateClause of placesOf(plan, priced)) {
    const { tiers } = tiersOf(plan, rateClause);
    const found = candidates(tiers, plan.tierMode, priced, index).filter((tier) => tiers[tier]?.rate === rate);
    const [tier] = found;
    // All tiers of one of the plan's `rates` are one clause, so the first stands for them.
    if (tier !== undefined && (priced.position || found.length === 1 || rateClause !== null)) return { rateClause, tier };
  }
  return null;
};

/** Rates that several of the plan's own tiers have: such a rate alone does not say which tier it is. */
export const repeatedRates = (plan: Plan | undefined): number[] =>
  (plan?.tiers ?? []).flatMap(({ rate }, tier, tiers) => (tiers.findIndex((one) => one.rate === rate) < tier ? [rate] : []));
