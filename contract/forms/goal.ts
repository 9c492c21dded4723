import { object, string } from 'yup';
import { type GoalKind, goalKinds } from '../entities/goal.ts';
import { limits } from '../limits.ts';
import { fill, messages } from '../messages.ts';

const text = messages.goals;
const mostOf = (kind: GoalKind): number => (kind === 'close_deals' ? limits.goals.mostDeals : limits.goals.mostAmount);

/** The reason why a target is refused; null if it is valid. Dollars with at most two decimals, or whole deals. */
export const targetRefused = (kind: GoalKind, target: string): string | null => {
  if (target === '') return text.targetRequired;
  if (!/^\d+(\.\d{1,2}0*)?$/.test(target) || Number(target) <= 0) return text.targetNumber;
  if (kind === 'close_deals' && !Number.isInteger(Number(target))) return text.targetWhole;
  return Number(target) > mostOf(kind) ? fill(text.targetMost, { most: mostOf(kind).toLocaleString('en-US') }) : null;
};

/** A goal (spec 2.42): its kind, and its target as typed. */
export const goalForm = object({
  kind: string<GoalKind>()
    .oneOf([...goalKinds], text.kindRequired)
    .required(text.kindRequired),
  target: string()
    .trim()
    .default('')
    .test('valid', (value, { parent, createError }) => {
      const message = targetRefused(parent.kind, value);
      return message === null || createError({ message });
    }),
});
export type GoalForm = Readonly<{ kind: GoalKind; target: string }>;
