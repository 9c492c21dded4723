import { type AtRate, type Cents, earnedOn, roundRatio } from '../../money.ts';
import { OWN_RATE } from '../clauses/keys.ts';
import type { DraftPart } from './parts.ts';
import { type ClauseSteps, type Steps, type Terms, tierAt } from './terms.ts';

/**
 * Totals of the period up to a line. `cum` counts toward the quota; `rated`: revenue by tier of the clauses with retroactive tiers
 * (`ClauseSteps.first`); `stepped`: the commission on all of it; `earned` is after caps; `teams`: revenue of a team by the key of the
 * override whose tiers it fills.
 */
export type Sofar = Readonly<{
  cum: Cents;
  rated: readonly Cents[];
  stepped: Cents;
  earned: Cents;
  teams: Readonly<Record<string, Cents>>;
}>;

export const ownRatePart = (net: Cents, rate: number): DraftPart[] => (net === 0 ? [] : [{ net, rate, clause: OWN_RATE }]);

/** The net revenue of `part`, out of the amount that a line counts toward the quota; the nets of consecutive parts add up to its net. */
export const netOfCounted = (part: Cents, net: Cents, counts: Cents): Cents =>
  counts === net ? part : roundRatio(BigInt(net) * BigInt(part * Math.sign(counts)), BigInt(Math.abs(counts)));

/** The net revenue in each tier between `cum` and `cum + counts`; a negative line reverses the revenue it sits on. */
export const netByTier = (steps: Steps, net: Cents, counts: Cents, cum: Cents): Cents[] => {
  // Revenue that doesn't count toward the quota is in the tier that the counter has reached.
  if (counts === 0) return steps.map((_, tier) => (tier === tierAt(steps, cum) ? net : 0));
  let counted = 0;
  let placed = 0;
  return steps.map(({ low, high }) => {
    counted += Math.min(Math.max(cum + counts, low), high) - Math.min(Math.max(cum, low), high);
    const part = netOfCounted(counted, net, counts) - placed;
    placed += part;
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

/**
 * Revenue of one clause by the tier that pays it when the counter has reached `zone` (`Step.zone`): that retroactive tier pays all revenue
 * below it, and the marginal tiers after it pay their own.
 */
const byPayingTier = (steps: Steps, revenue: readonly Cents[], zone: number): Cents[] => {
  const sums = steps.map(() => 0);
  for (const [tier, net] of revenue.entries()) {
    if (net === 0) continue;
    const own = steps[tier]?.zone ?? 0;
    const paying = own === zone ? tier : tier < zone ? zone : steps.findLastIndex((step) => step.zone === zone);
    sums[paying] = (sums[paying] ?? 0) + net;
  }
  return sums;
};

const zoneAt = (steps: Steps, cum: Cents): number => steps[tierAt(steps, cum)]?.zone ?? 0;

/** Revenue by tier as parts of a record under the version `own`. */
const partsByTier = ({ steps, plan }: ClauseSteps, revenue: readonly Cents[], own: string, sign?: 1 | -1): DraftPart[] =>
  steps.flatMap(({ rate, key }, tier) => {
    const net = revenue[tier] ?? 0;
    return net === 0 || Math.sign(net) === 0 - (sign ?? 0) ? [] : [{ net, rate, clause: key, ...(plan === own ? {} : { plan }) }];
  });

/**
 * The difference between the revenue that each tier pays after a line and before it: first the reversed revenue, then the paid
 * revenue.
 */
const changedParts = (clause: ClauseSteps, before: readonly Cents[], after: readonly Cents[], own: string): DraftPart[] => {
  const { steps } = clause;
  const changes = steps.map((_, tier) => (after[tier] ?? 0) - (before[tier] ?? 0));
  // Revenue that moves to a tier of the same rate earns the same.
  for (const [from, { rate }] of steps.entries())
    for (const [to, step] of steps.entries()) {
      const [taken, paid] = [changes[from] ?? 0, changes[to] ?? 0];
      if (step.rate !== rate || taken >= 0 || paid <= 0) continue;
      const moved = Math.min(0 - taken, paid);
      changes[from] = taken + moved;
      changes[to] = paid - moved;
    }
  return [...partsByTier(clause, changes, own, -1), ...partsByTier(clause, changes, own, 1)];
};

/**
 * A retroactive tier pays the rate reached on all of the period's revenue, so a record earns the total after it minus the total before it.
 * Crossing its threshold reprices the revenue of every clause with retroactive tiers, because all of it counts toward one quota.
 * @param own the record's clause, to which it adds `added` by tier; `plan`: its version
 */
export const retroactiveParts = (
  { clauses }: Terms,
  counts: Cents,
  { cum, rated, stepped }: Sofar,
  own: Readonly<{ clause: number; plan: string; added: readonly Cents[] }>,
): Readonly<{ parts: DraftPart[]; step: Cents }> => {
  const reached: AtRate[] = [];
  const parts: DraftPart[] = [];
  for (const [place, clause] of clauses.entries()) {
    if (!clause.retroactive) continue;
    const { steps, first } = clause;
    const sofar = rated.slice(first, first + steps.length);
    const isOwn = place === own.clause;
    const more = isOwn ? sofar.map((net, tier) => net + (own.added[tier] ?? 0)) : sofar;
    const [zone, nextZone] = [zoneAt(steps, cum), zoneAt(steps, cum + counts)];
    const after = byPayingTier(steps, more, nextZone);
    for (const [tier, { rate }] of steps.entries()) reached.push({ net: after[tier] ?? 0, rate });
    if (zone !== nextZone) parts.push(...changedParts(clause, byPayingTier(steps, sofar, zone), after, own.plan));
    else if (isOwn) parts.push(...partsByTier(clause, byPayingTier(steps, own.added, zone), own.plan));
  }
  return { parts, step: earnedOn(reached) - stepped };
};
