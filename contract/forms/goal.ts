import { object, string } from 'yup';
import { type GoalKind, goalKinds } from '../entities/goal.ts';
import { limits } from '../limits.ts';
import { fill, messages } from '../messages.ts';

const t = messages.goals;
const goalLimitOf = (kind: GoalKind): number => (kind === 'close_deals' ? limits.goals.maxDeals : limits.goals.maxAmount);

/** The reason why a target is refused; null if it is valid. Dollars with at most two decimals, or whole deals. */
export const validateTarget = (kind: GoalKind, target: string): string | null => {
  if (target === '') return t.targetRequired;
  if (!/^\d+(\.\d{1,2}0*)?$/.test(target) || Number(target) <= 0) return t.targetNumber;
  if (kind === 'close_deals' && !Number.isInteger(Number(target))) return t.targetWhole;
  return Number(target) > goalLimitOf(kind) ? fill(t.targetMost, { most: goalLimitOf(kind).toLocaleString('en-US') }) : null;
};

/** A goal (spec 2.42): its kind, and its target as typed. */
export const goalForm = object({
  kind: string<GoalKind>()
    .oneOf([...goalKinds], t.kindRequired)
    .required(t.kindRequired),
  target: string()
    .trim()
    .default('')
    .test('valid', (value, { parent, createError }) => {
      const message = validateTarget(parent.kind, value);
      return message === null || createError({ message });
    }),
});
export type GoalForm = Readonly<{ kind: GoalKind; target: string }>;
