import { type Cents, PPM, toPpm } from '../money.ts';
import { addDays, type Day } from '../time/period.ts';
import type { Clawback } from './plan.ts';

/** The amount overpaid on a record, and the day of its last payout. */
export type Overpayment = Readonly<{ over: Cents; paidOn: Day }>;

/**
 * The amount of a payout that may be withheld for earlier overpayments (decisions 2.07): 0 if the plan has no clawback or its window is
 * over, and at most the plan's share of the payout, rounded down to the cent.
 */
export const recoverable = (
  { enabled, windowDays, maxShareOfPayout }: Clawback,
  records: readonly Overpayment[],
  payout: Cents,
  asOf: Day,
): Cents => {
  if (!enabled || payout <= 0) return 0;
  const overpaidTotal = records.reduce((sum, { over, paidOn }) => (asOf <= addDays(paidOn, windowDays) ? sum + over : sum), 0);
  const maxWithheld = Number((BigInt(payout) * BigInt(toPpm(maxShareOfPayout))) / BigInt(PPM));
  return Math.min(overpaidTotal, maxWithheld);
};
