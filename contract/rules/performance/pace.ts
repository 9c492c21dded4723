import { type Cents, roundHalfAway } from '../money.ts';
import { type DateRange, type Day, daysIn, type Period, periodAt } from '../time/period.ts';

/** A person's progress toward a quota by the end of a period; money in cents. */
export type Pace = Readonly<{
  /** End of the whole period, even if the range ends today. */
  until: Day;
  /** Quota of the whole period. */
  quota: Cents;
  missing: Cents;
  /** Remaining days, including today; 0 once the period is over. */
  daysLeft: number;
  /** Sales needed per day to reach the quota; null if nothing is missing or no day is left. */
  perDay: Cents | null;
  /** Sales at the end of the period at the current pace; null before it begins. */
  projected: Cents | null;
}>;

const wholePeriodOf = ({ mode, start_date, end_date }: Period): DateRange =>
  mode === 'custom' ? { start_date, end_date } : periodAt(mode, start_date);

/**
 * Cents. `quota` is that of the range; `monthQuota` is that of the whole month, if the server sends it for a month to date, whose range has
 * only a share of it.
 */
export type SalesAndQuota = Readonly<{ sales: Cents; quota: Cents; monthQuota?: Cents | null }>;

/** Without `monthQuota`, the period's quota is extrapolated from the range's share. A quota of 0 means no quota, so there is no pace. */
export const paceOf = ({ sales, quota, monthQuota = null }: SalesAndQuota, period: Period, today: Day): Pace | null => {
  if (quota <= 0) return null;
  const wholePeriod = wholePeriodOf(period);
  const days = daysIn(wholePeriod);
  const wholeQuota = (period.mode === 'month' ? monthQuota : null) ?? roundHalfAway((quota * days) / daysIn(period));
  const missing = Math.max(0, wholeQuota - sales);
  const elapsedDays = today < wholePeriod.start_date ? 0 : Math.min(days, daysIn({ start_date: wholePeriod.start_date, end_date: today }));
  const daysLeft = today > wholePeriod.end_date ? 0 : days - Math.max(0, elapsedDays - 1);
  return {
    until: wholePeriod.end_date,
    quota: wholeQuota,
    missing,
    daysLeft,
    perDay: missing > 0 && daysLeft > 0 ? Math.ceil(missing / daysLeft) : null,
    projected: elapsedDays === 0 ? null : roundHalfAway((sales * days) / elapsedDays),
  };
};
