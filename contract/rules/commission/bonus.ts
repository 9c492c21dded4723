import { type Cents, PPM, toPpm } from '../money.ts';
import type { Bonus } from './plan.ts';

/** A person's figures of a bonus's period: net revenue that counts toward the quota, the quota, and deals won. */
export type BonusFigures = Readonly<{ net: Cents; quota: Cents; won: number }>;

/** Is the level reached? Reaching it exactly is enough; without a quota no attainment is (decisions 2.08). */
export const isReached = ({ metric, level }: Bonus, { net, quota, won }: BonusFigures): boolean => {
  if (metric === 'won_deals') return won >= level;
  if (metric === 'net_revenue') return net >= level;
  return quota > 0 && BigInt(net) * BigInt(PPM) >= BigInt(quota) * BigInt(toPpm(level));
};

/** What of a bonus is still to be proposed: cents, negative where the level was lost and the bonus approved. */
export const bonusMissing = (bonus: Bonus, figures: BonusFigures, approved: Cents): Cents =>
  (isReached(bonus, figures) ? bonus.amount : 0) - approved;
