import { type Cents, roundHalfAway } from '../money.ts';
import { type DateRange, type Day, daysIn, type Period, periodAt } from '../time/period.ts';

/** Where a person stands on the way to a quota by the end of a period; money in cents. */
export type Pace = Readonly<{
  /** The whole period, also where the range ends with today. */
  until: Day;
  /** Quota of the whole period. */
  quota: Cents;
  missing: Cents;
  /** Days that are left, today among them; 0 once it is over. */
  daysLeft: number;
  /** What a day must bring to reach the quota; null where nothing is missing or no day is left. */
  perDay: Cents | null;
  /** What the period ends with if it goes on as so far; null before it began. */
  projected: Cents | null;
}>;

const wholeOf = ({ mode, start_date, end_date }: Period): DateRange =>
  mode === 'custom' ? { start_date, end_date } : periodAt(mode, start_date);

/** Cents. `quota` is the range's; `monthQuota` that of the whole month, where a month to date has its share only and the server tells it. */
export type Sold = Readonly<{ sales: Cents; quota: Cents; monthQuota?: Cents | null }>;

/** Without `monthQuota` the period's quota is reckoned from its share. 0 is no quota, and then there is no pace. */
export const paceOf = ({ sales, quota, monthQuota = null }: Sold, period: Period, today: Day): Pace | null => {
  if (quota <= 0) return null;
  const whole = wholeOf(period);
  const days = daysIn(whole);
  const full = (period.mode === 'month' ? monthQuota : null) ?? roundHalfAway((quota * days) / daysIn(period));
  const missing = Math.max(0, full - sales);
  const gone = today < whole.start_date ? 0 : Math.min(days, daysIn({ start_date: whole.start_date, end_date: today }));
  const daysLeft = today > whole.end_date ? 0 : days - Math.max(0, gone - 1);
  return {
    until: whole.end_date,
    quota: full,
    missing,
    daysLeft,
    perDay: missing > 0 && daysLeft > 0 ? Math.ceil(missing / daysLeft) : null,
    projected: gone === 0 ? null : roundHalfAway((sales * days) / gone),
  };
};
