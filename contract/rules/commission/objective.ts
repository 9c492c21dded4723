import { type Cents, PPM, roundRatio } from '../money.ts';
import type { Bonus } from './plan.ts';

/** A goal whose achievement a manager judges in percent; `amount` is paid at 100%. */
export type Objective = Pick<Bonus, 'id' | 'name' | 'within' | 'window' | 'amount'>;

/** Maximum achievement, in percent. */
export const MAX_ACHIEVED = 200;
const PERCENT_DECIMALS = 2;

/** Parses a percentage such as "80" or "87.5"; null if it is not a number from 0 to the maximum. */
export const parseAchievedPercent = (typed: string): number | null => {
  if (!new RegExp(`^\\d{1,3}(\\.\\d{1,${PERCENT_DECIMALS}})?$`).test(typed.trim())) return null;
  const percent = Number(typed);
  return percent <= MAX_ACHIEVED ? percent : null;
};

/** The amount paid for the achieved part of an objective, in cents, rounded once. */
export const earnedByObjective = (amount: Cents, percent: number): Cents =>
  roundRatio(BigInt(amount) * BigInt(Math.round((percent / 100) * PPM)), BigInt(PPM));
