import { type Cents, fractionOf } from '../../money.ts';
import { kickerKey } from '../clauses/keys.ts';
import { areTrue, type PeriodStanding } from '../conditions.ts';
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
    total = fractionOf(before, areTrue(version, when, quota, standing) ? times : otherwise);
    return total - before;
  });
};

/**
 * Kickers multiply the commission of the period under their version, so a record adds the total after it minus the total before it. The
 * record that makes a condition true carries the step.
 * @param own the record's version, to whose commission it adds `amount`
 */
export const kickedParts = (
  { firstOf, quota }: Pick<Terms, 'firstOf' | 'quota'>,
  own: Plan,
  amount: Cents,
  sofar: Sofar,
  next: PeriodStanding,
): Part[] =>
  [...firstOf.keys()].flatMap((version) => {
    if (!version.kickers) return [];
    const commission = sofar.kicked[version.id] ?? 0;
    const before = kicksAt(version, commission, quota, sofar);
    const after = kicksAt(version, commission + (version === own ? amount : 0), quota, next);
    return after.flatMap((cents, index): Part[] => {
      const change = cents - (before[index] ?? 0);
      if (change === 0) return [];
      const part = amountPart(kickerKey(index), change);
      return [version === own ? part : { ...part, plan: version.id }];
    });
  });
