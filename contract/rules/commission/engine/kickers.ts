import { type Cents, fractionOf } from '../../money.ts';
import { kickerKey } from '../clauses/keys.ts';
import { areAllMet, type PeriodStanding, type StandingSums } from '../conditions.ts';
import type { Plan } from '../plan.ts';
import type { Part } from './booking.ts';
import { amountPart } from './parts.ts';
import type { RunningTotals } from './rate.ts';
import type { Terms } from './terms.ts';

/** The amounts that a version's kickers add to its commission, in order. */
const kickerAmountsAt = (version: Plan, commission: Cents, quota: Cents, standing: PeriodStanding): Cents[] => {
  let total = commission;
  return (version.kickers ?? []).map(({ when, times, otherwise }) => {
    const before = total;
    total = fractionOf(before, areAllMet(version, when, quota, standing) ? times : otherwise);
    return total - before;
  });
};

const kickerTotalKey = (version: string, clause: string): string => `${version} ${clause}`;

/** Commission by version, summed from its parts. @param own the version of parts without one */
export const commissionByVersion = (parts: readonly Part[], own: string): StandingSums => {
  const commissionByKey: Record<string, Cents> = {};
  for (const { plan = own, amount } of parts) commissionByKey[plan] = (commissionByKey[plan] ?? 0) + amount;
  return commissionByKey;
};

/**
 * Kickers multiply the commission of the period under their version, so each record earns the difference between the total after it and the
 * total paid before it. The record that fulfills a condition carries the whole step.
 * @param own id of the record's version
 * @param added the commission that it adds, by version
 */
export const kickerPartsOf = (
  { firstIndexByPlan, quota }: Pick<Terms, 'firstIndexByPlan' | 'quota'>,
  own: string,
  added: StandingSums,
  running: RunningTotals,
  next: PeriodStanding,
): Part[] =>
  [...firstIndexByPlan.keys()].flatMap((version) => {
    const { id, kickers } = version;
    if (!kickers) return [];
    const after = kickerAmountsAt(version, (running.kicked[id] ?? 0) + (added[id] ?? 0), quota, next);
    return after.flatMap((cents, index): Part[] => {
      const change = cents - (running.kicks[kickerTotalKey(id, kickerKey(index))] ?? 0);
      if (change === 0) return [];
      const part = amountPart(kickerKey(index), change);
      return [id === own ? part : { ...part, plan: id }];
    });
  });

/** Kicker amounts by kicker key, to add to `RunningTotals.kicks`. */
export const kickerTotalsOf = (kicks: readonly Part[], own: string): StandingSums =>
  Object.fromEntries(kicks.map(({ plan = own, clause, amount }) => [kickerTotalKey(plan, clause), amount]));
