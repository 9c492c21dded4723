import { type AtRate, type Cents, earnedOn, roundRatio } from '../../money.ts';
import { OWN_RATE } from '../clauses/keys.ts';
import type { PeriodStanding, StandingSums } from '../conditions.ts';
import type { DraftPart } from './parts.ts';
import { type ClauseSteps, type GateHold, holdAt, positionOf, type Steps, type Terms, tierAt } from './terms.ts';

/**
 * Totals of the period up to a line. `cum` counts toward the quota, `sums` toward its parts and conditions; `rated`: revenue by tier of the clauses with retroactive tiers
 * (`ClauseSteps.first`); `stepped`: the commission on all of it; `kicked`: by version, the commission that its kickers multiply; `kicks`: the amounts
 * that kickers added, by version and kicker; `earned` is after caps, and `withheld` is what the cap of the period took from it; `teams`: revenue of a team by the key of the override whose tiers it fills.
 */
export type RunningTotals = Readonly<{
  cum: Cents;
  rated: readonly Cents[];
  retroactiveCommission: Cents;
  sums: StandingSums;
  kicked: StandingSums;
  kicks: StandingSums;
  earned: Cents;
  withheld: Cents;
  teams: Readonly<Record<string, Cents>>;
}>;

export const ownRatePart = (net: Cents, rate: number): DraftPart[] => (net === 0 ? [] : [{ net, rate, clause: OWN_RATE }]);

/** The net revenue of `part`, out of the amount that a line counts toward the quota; the nets of consecutive parts add up to its net. */
export const countedToNet = (part: Cents, net: Cents, counts: Cents): Cents =>
  counts === net ? part : roundRatio(BigInt(net) * BigInt(part * Math.sign(counts)), BigInt(Math.abs(counts)));

/** The net revenue in each tier between `cum` and `cum + counts`; a negative line reverses the revenue it sits on. */
export const netByTier = (steps: Steps, net: Cents, counts: Cents, cum: Cents): Cents[] => {
  // Revenue that doesn't count toward the quota is in the tier that the counter is in.
  if (counts === 0) return steps.map((_, tier) => (tier === tierAt(steps, cum) ? net : 0));
  let counted = 0;
  let distributed = 0;
  return steps.map(({ low, high }) => {
    counted += Math.min(Math.max(cum + counts, low), high) - Math.min(Math.max(cum, low), high);
    const part = countedToNet(counted, net, counts) - distributed;
    distributed += part;
    return part;
  });
};

/** The tiers that a line covers. */
export const marginalParts = (steps: Steps, net: Cents, counts: Cents, cum: Cents): DraftPart[] => {
  const parts: DraftPart[] = [];
  if (counts !== net) {
    for (const [tier, part] of netByTier(steps, net, counts, cum).entries()) {
      const step = steps[tier];
      if (part !== 0 && step) parts.push({ net: part, rate: step.rate, clause: step.key });
    }
    return parts;
  }
  for (const { low, high, rate, key } of steps) {
    const part = Math.min(Math.max(cum + net, low), high) - Math.min(Math.max(cum, low), high);
    if (part !== 0) parts.push({ net: part, rate, clause: key });
  }
  return parts;
};

/** A clause's highest retroactive tier reached so far, and the gate that holds its tiers. */
type ReachedZone = Readonly<{ zone: number; hold: GateHold | null }>;

const reachedZoneAt = (terms: Terms, clause: ClauseSteps, standing: PeriodStanding): ReachedZone => {
  const { steps } = clause;
  const hold = holdAt(terms, clause, standing);
  const tier = tierAt(steps, positionOf(clause, standing));
  return { zone: steps[hold ? Math.min(tier, hold.tier - 1) : tier]?.zone ?? 0, hold };
};

/**
 * Revenue of one clause by the slot that pays it when the counter has reached `zone` (`Step.zone`): that retroactive tier pays all revenue
 * below it, the marginal tiers after it pay their own, and a gate's slot pays that of the tiers it holds.
 */
const revenueByPayingSlot = ({ steps, slots }: ClauseSteps, revenue: readonly Cents[], { zone, hold }: ReachedZone): Cents[] => {
  const revenueBySlot = slots.map(() => 0);
  for (const [tier, net] of revenue.entries()) {
    if (net === 0) continue;
    const own = steps[tier]?.zone ?? 0;
    const payingTier = own === zone ? tier : tier < zone ? zone : steps.findLastIndex((step) => step.zone === zone);
    const paying = hold && tier >= hold.tier ? hold.slot : payingTier;
    revenueBySlot[paying] = (revenueBySlot[paying] ?? 0) + net;
  }
  return revenueBySlot;
};

/** Revenue by slot as parts of a record under the version `own`. */
const partsBySlot = ({ slots, plan }: ClauseSteps, revenue: readonly Cents[], own: string, sign?: 1 | -1): DraftPart[] =>
  slots.flatMap(({ rate, key }, slot) => {
    const net = revenue[slot] ?? 0;
    return net === 0 || Math.sign(net) === 0 - (sign ?? 0) ? [] : [{ net, rate, clause: key, ...(plan === own ? {} : { plan }) }];
  });

/** The difference between the revenue that each slot pays after and before a line: first the reversed revenue, then the paid revenue. */
const changedParts = (clause: ClauseSteps, before: readonly Cents[], after: readonly Cents[], own: string): DraftPart[] => {
  const { slots } = clause;
  const changes = slots.map((_, slot) => (after[slot] ?? 0) - (before[slot] ?? 0));
  // Revenue that moves to a slot with the same rate earns the same amount.
  for (const [from, { rate }] of slots.entries())
    for (const [to, slot] of slots.entries()) {
      const [reversedNet, paidNet] = [changes[from] ?? 0, changes[to] ?? 0];
      if (slot.rate !== rate || reversedNet >= 0 || paidNet <= 0) continue;
      const movedNet = Math.min(0 - reversedNet, paidNet);
      changes[from] = reversedNet + movedNet;
      changes[to] = paidNet - movedNet;
    }
  return [...partsBySlot(clause, changes, own, -1), ...partsBySlot(clause, changes, own, 1)];
};

/**
 * A retroactive tier pays the rate reached on all of the period's revenue, so a record earns the total after it minus the total before it.
 * Crossing its threshold, or opening a retroactive gate, reprices the revenue of every clause concerned, because all of it counts toward one quota.
 * @param next the standing of the period after the record
 * @param own the record's clause, to which it adds `added` by tier; `plan`: its version
 */
export const retroactiveParts = (
  terms: Terms,
  running: RunningTotals,
  next: PeriodStanding,
  own: Readonly<{ clause: number; plan: string; added: readonly Cents[] }>,
): Readonly<{ parts: DraftPart[]; step: Cents }> => {
  const earning: AtRate[] = [];
  const parts: DraftPart[] = [];
  for (const [place, clause] of terms.clauses.entries()) {
    if (!clause.retroactive) continue;
    const { steps, slots, first } = clause;
    const ratedRevenue = running.rated.slice(first, first + steps.length);
    const isRecordClause = place === own.clause;
    const ratedAfter = isRecordClause ? ratedRevenue.map((net, tier) => net + (own.added[tier] ?? 0)) : ratedRevenue;
    const [reached, nextReached] = [reachedZoneAt(terms, clause, running), reachedZoneAt(terms, clause, next)];
    const after = revenueByPayingSlot(clause, ratedAfter, nextReached);
    for (const [slot, { rate }] of slots.entries()) earning.push({ net: after[slot] ?? 0, rate });
    if (reached.zone !== nextReached.zone || reached.hold !== nextReached.hold)
      parts.push(...changedParts(clause, revenueByPayingSlot(clause, ratedRevenue, reached), after, own.plan));
    else if (isRecordClause) parts.push(...partsBySlot(clause, revenueByPayingSlot(clause, own.added, reached), own.plan));
  }
  return { parts, step: earnedOn(earning) - running.retroactiveCommission };
};
