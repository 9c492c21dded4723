import { fill, messages } from '../../messages.ts';
import { type Cents, PPM, toPpm } from '../money.ts';
import { dayText, shortPeriodText } from '../time/dayText.ts';
import { type DateRange, periodAt } from '../time/period.ts';
import type { Bonus } from './plan.ts';

const t = messages.bonuses;

/**
 * A person's figures for a bonus period. `net`: net revenue or, for an attainment bonus, the revenue that counts toward the quota; `won`:
 * won deals.
 */
export type BonusFigures = Readonly<{ net: Cents; quota: Cents; won: number }>;

/** True if the level is reached or exceeded; without a quota, no attainment level can be reached (decisions 2.08). */
export const isReached = ({ metric, level }: Bonus, { net, quota, won }: BonusFigures): boolean => {
  if (metric === 'won_deals') return won >= level;
  if (metric === 'net_revenue') return net >= level;
  return quota > 0 && BigInt(net) * BigInt(PPM) >= BigInt(quota) * BigInt(toPpm(level));
};

/** "Nov 2026", "Q4 2026", or "Oct 1, 2026 to Nov 15, 2026" for a bonus with its own dates. */
export const awardPeriod = ({ within, window }: Pick<Bonus, 'within' | 'window'>, { start_date }: DateRange): string =>
  window ? fill(t.days, { from: dayText(window.start_date), to: dayText(window.end_date) }) : shortPeriodText(periodAt(within, start_date));
