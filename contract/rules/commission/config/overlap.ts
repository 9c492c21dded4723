import type { Plan } from '../plan.ts';
import { type At, refuse } from './reader.ts';

const meet = (a: Plan, b: Plan): boolean =>
  (a.effectiveFrom === null || b.effectiveTo === null || a.effectiveFrom <= b.effectiveTo) &&
  (b.effectiveFrom === null || a.effectiveTo === null || b.effectiveFrom <= a.effectiveTo);

const span = ({ effectiveFrom, effectiveTo }: Plan): string =>
  `${effectiveFrom === null ? '' : ` from ${effectiveFrom}`}${effectiveTo === null ? '' : ` to ${effectiveTo}`}`;

/** No two plans may hold for one person on one day, unless one of them names the person and the other the role. */
export const refuseOverlaps = (plans: readonly Plan[], { value, path, errors }: At): void => {
  plans.forEach((plan, index) => {
    const place = (rest: string): At => ({ value, path: `${path}[${index}].${rest}`, errors });
    const earlier = plans.slice(0, index);
    const twin = earlier.findIndex(({ id }) => id === plan.id);
    if (twin >= 0) refuse(place('id'), `"${plan.id}" is the id of plans[${twin}] already`, null);
    for (const other of earlier.filter((one) => meet(one, plan))) {
      for (const named of ['users', 'roles'] as const) {
        const has: readonly string[] = other.appliesTo[named];
        plan.appliesTo[named].forEach((who, at) => {
          if (has.includes(who)) refuse(place(`applies_to.${named}[${at}]`), `${who} has plan "${other.id}" already${span(other)}`, null);
        });
      }
    }
  });
};
