import { type Cents, fractionOf } from '../../money.ts';
import { kickerKey } from '../clauses/keys.ts';
import { areMet, type PeriodStanding, type StandingSums } from '../conditions.ts';
import type { Plan } from '../plan.ts';
import type { Part } from './booking.ts';
import { amountPart } from './parts.ts';
import type { Sofar } from './rate.ts';
import type { Terms } from './terms.ts';

/** The additions of a version's kickers to its commission, one after the other. */
const kicksAt = (version: Plan, commission: Cents, quota: Cents, standing: PeriodStanding): Cents[] => {
  let total = commission;
  return (version.kickers ?? []).map(({ when, times, otherwise }) => {
    const before = total;
    total = fractionOf(before, areMet(version, when, quota, standing) ? times : otherwise);
    return total - before;
  });
};

const kickOf = (version: string, clause: string): string => `${version} ${clause}`;

/** Commission by version, from its parts. @param own the version of parts that name none */
export const commissionByVersion = (parts: readonly Part[], own: string): StandingSums => {
  const sums: Record<string, Cents> = {};
  for (const { plan = own, amount } of parts) sums[plan] = (sums[plan] ?? 0) + amount;
  return sums;
};

/**
 * Kickers multiply the commission of the period under their version, so a record adds the total after it minus the paid total before it.
 * The record that makes a condition true carries the step.
 * @param own id of the record's version
 * @param added the commission that it adds, by version
 */
export const kickedParts = (
  { firstOf, quota }: Pick<Terms, 'firstOf' | 'quota'>,
  own: string,
  added: StandingSums,
  sofar: Sofar,
  next: PeriodStanding,
): Part[] =>
  [...firstOf.keys()].flatMap((version) => {
    const { id, kickers } = version;
    if (!kickers) return [];
    const after = kicksAt(version, (sofar.kicked[id] ?? 0) + (added[id] ?? 0), quota, next);
    return after.flatMap((cents, index): Part[] => {
      const change = cents - (sofar.kicks[kickOf(id, kickerKey(index))] ?? 0);
      if (change === 0) return [];
      const part = amountPart(kickerKey(index), change);
      return [id === own ? part : { ...part, plan: id }];
    });
  });

/** Kicker amounts by kicker key, to add to `Sofar.kicks`. */
export const kicksOf = (kicks: readonly Part[], own: string): StandingSums =>
  Object.fromEntries(kicks.map(({ plan = own, clause, amount }) => [kickOf(plan, clause), amount]));
