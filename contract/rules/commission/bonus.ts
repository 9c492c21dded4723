import { type Cents, PPM, toPpm } from '../money.ts';
import type { Bonus } from './plan.ts';

/** A person's figures for a bonus period: net revenue that counts toward the quota, the quota, and won deals. */
export type BonusFigures = Readonly<{ net: Cents; quota: Cents; won: number }>;

/** True if the level is reached, exactly or more; without a quota no attainment level is (decisions 2.08). */
export const isReached = ({ metric, level }: Bonus, { net, quota, won }: BonusFigures): boolean => {
  if (metric === 'won_deals') return won >= level;
  if (metric === 'net_revenue') return net >= level;
  return quota > 0 && BigInt(net) * BigInt(PPM) >= BigInt(quota) * BigInt(toPpm(level));
};
