import { fill, messages } from '../../../messages.ts';
import type { Plan } from '../plan.ts';
import { type ConfigPlace, refuse } from './reader.ts';

const t = messages.planErrors;

const meet = (a: Plan, b: Plan): boolean =>
  (a.effectiveFrom === null || b.effectiveTo === null || a.effectiveFrom <= b.effectiveTo) &&
  (b.effectiveFrom === null || a.effectiveTo === null || b.effectiveFrom <= a.effectiveTo);

const overlap = (who: string, { id, effectiveFrom: from, effectiveTo: to }: Plan): string => {
  if (from !== null && to !== null) return fill(t.overlapSpan, { who, plan: id, from, to });
  if (from !== null) return fill(t.overlapFrom, { who, plan: id, from });
  return to === null ? fill(t.overlap, { who, plan: id }) : fill(t.overlapTo, { who, plan: id, to });
};

/** No two plans may apply to one person on one day, unless one names the person and the other the role. */
export const refuseOverlaps = (plans: readonly Plan[], { value, path, errors }: ConfigPlace): void => {
  plans.forEach((plan, index) => {
    const place = (rest: string): ConfigPlace => ({ value, path: `${path}[${index}].${rest}`, errors });
    const earlier = plans.slice(0, index);
    const duplicateIndex = earlier.findIndex(({ id }) => id === plan.id);
    if (duplicateIndex >= 0) refuse(place('id'), fill(t.sameId, { id: plan.id, index: duplicateIndex }), null);
    for (const other of earlier.filter((one) => meet(one, plan))) {
      for (const listName of ['users', 'roles'] as const) {
        const otherEntries: readonly string[] = other.appliesTo[listName];
        plan.appliesTo[listName].forEach((who, index) => {
          if (otherEntries.includes(who)) refuse(place(`applies_to.${listName}[${index}]`), overlap(who, other), null);
        });
      }
    }
  });
};
