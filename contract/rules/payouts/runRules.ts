import type { Cents } from '../money.ts';
import type { Day } from '../time/period.ts';

/** The company's rules for payout runs. `minimum`: the smallest payment, cents; `onlyEmployed`: pays only people employed on the pay day. */
export type RunRules = Readonly<{ minimum: Cents; onlyEmployed: boolean }>;
export type WithheldReason = 'too_small' | 'not_employed';
/** `leftOn`: last day of employment. */
type Employment = Readonly<{ active: boolean; leftOn: Day | null }>;
/** `drawn`: the part of the payment that a draw adds. */
type Payable = Readonly<{ amount: Cents; drawn: Cents }> & Employment;

/**
 * The rules that keep a person's record out of runs. `tooSmall`: its run would pay less than the minimum; `employment`: only employed
 * people are paid.
 */
export type PayLimits = Readonly<{ tooSmall: boolean; employment: Employment | null }>;

/** True if a person is no longer employed on a day. */
export const hasLeft = ({ active, leftOn }: Employment, day: Day): boolean => !active || (leftOn !== null && leftOn < day);

/**
 * The rule that keeps a run from paying a person; null if it pays. The minimum does not apply to a draw, nor to a person who has left,
 * because no later run could reach it.
 */
export const withheldReasonOf = ({ minimum, onlyEmployed }: RunRules, payable: Payable, payOn: Day): WithheldReason | null => {
  if (payable.amount <= 0) return null;
  const isFormer = hasLeft(payable, payOn);
  if (onlyEmployed && isFormer) return 'not_employed';
  return payable.amount < minimum && payable.drawn === 0 && !isFormer ? 'too_small' : null;
};
