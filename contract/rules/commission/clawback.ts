import { type Cents, PPM, toPpm } from '../money.ts';
import { addDays, type Day } from '../time/period.ts';
import type { Clawback } from './plan.ts';

/** What was paid too much on a record, and when its last payout was. */
export type OverPaid = Readonly<{ over: Cents; paidOn: Day }>;

/**
 * How much of a payout may be kept back for what was paid too much before (decisions 2.07): nothing where the plan doesn't say so or
 * the window is past, and never more than the plan's share of the payout, cut to the cent.
 */
export const recoverable = (
  { enabled, windowDays, maxShareOfPayout }: Clawback,
  records: readonly OverPaid[],
  payout: Cents,
  asOf: Day,
): Cents => {
  if (!enabled || payout <= 0) return 0;
  const owed = records.reduce((sum, { over, paidOn }) => (asOf <= addDays(paidOn, windowDays) ? sum + over : sum), 0);
  const most = Number((BigInt(payout) * BigInt(toPpm(maxShareOfPayout))) / BigInt(PPM));
  return Math.min(owed, most);
};
