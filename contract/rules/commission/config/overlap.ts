import { roleLabels } from '../../../entities/user.ts';
import { fill, messages } from '../../../messages.ts';
import type { Plan } from '../plan.ts';
import { type ConfigPlace, nameOf, refuse } from './reader.ts';

const t = messages.planErrors;

const haveCommonDays = (a: Plan, b: Plan): boolean =>
  (a.effectiveFrom === null || b.effectiveTo === null || a.effectiveFrom <= b.effectiveTo) &&
  (b.effectiveFrom === null || a.effectiveTo === null || b.effectiveFrom <= a.effectiveTo);

/** Names people instead of their ids and keys, where names are known. */
const conflictWords = (place: ConfigPlace, assignee: string, { id, name }: Plan) => {
  const roles: Readonly<Record<string, string>> = roleLabels;
  return place.people ? { who: roles[assignee] ?? nameOf(place, assignee), plan: name } : { who: assignee, plan: id };
};

const overlapMessage = ({ who, plan }: ReturnType<typeof conflictWords>, { effectiveFrom: from, effectiveTo: to }: Plan): string => {
  if (from !== null && to !== null) return fill(t.overlapSpan, { who, plan, from, to });
  if (from !== null) return fill(t.overlapFrom, { who, plan, from });
  return to === null ? fill(t.overlap, { who, plan }) : fill(t.overlapTo, { who, plan, to });
};

/** No two plans may apply to one person on one day, unless one names the person and the other the role. */
export const refuseOverlaps = (plans: readonly Plan[], location: ConfigPlace): void => {
  plans.forEach((plan, index) => {
    const place = (subpath: string): ConfigPlace => ({ ...location, path: `${location.path}[${index}].${subpath}` });
    const earlier = plans.slice(0, index);
    const duplicateIndex = earlier.findIndex(({ id }) => id === plan.id);
    if (duplicateIndex >= 0) refuse(place('id'), fill(t.sameId, { id: plan.id, index: duplicateIndex }), null);
    for (const other of earlier.filter((candidate) => haveCommonDays(candidate, plan))) {
      for (const listName of ['users', 'roles'] as const) {
        const otherEntries: readonly string[] = other.appliesTo[listName];
        plan.appliesTo[listName].forEach((assignee, index) => {
          if (otherEntries.includes(assignee))
            refuse(place(`applies_to.${listName}[${index}]`), overlapMessage(conflictWords(location, assignee, other), other), null);
        });
      }
    }
  });
};
