import { limits } from '../limits.ts';
import type { Cents } from './money.ts';
import { type DateRange, type Day, daysIn, type PeriodMode, periodAt, shiftPeriod } from './period.ts';

export type ReleaseRule = 'invoice_paid_in_full' | 'proportional_to_payments' | 'on_booking';

/** What `commissionsConfig` `{}` means (decisions 2). */
export type Plan = Readonly<{
  quotaPeriod: Exclude<PeriodMode, 'custom'>;
  quota: Cents;
  baseRate: number;
  overRate: number;
  release: ReleaseRule;
}>;

export const defaultPlan: Plan = {
  quotaPeriod: 'quarter',
  quota: limits.summaryDefaults.quota * 100,
  baseRate: limits.summaryDefaults.baseRate,
  overRate: limits.summaryDefaults.overQuotaRate,
  release: 'invoice_paid_in_full',
};

/** Quota of the periods in range, prorated by day where the range cuts one; rounded once per period. */
export const quotaInRange = (plan: Plan, range: DateRange): Cents => {
  let total = 0;
  for (let period = periodAt(plan.quotaPeriod, range.start_date); period.start_date <= range.end_date; period = shiftPeriod(period, 1)) {
    const start_date: Day = period.start_date > range.start_date ? period.start_date : range.start_date;
    const end_date: Day = period.end_date < range.end_date ? period.end_date : range.end_date;
    total += Math.round((plan.quota * daysIn({ start_date, end_date })) / daysIn(period));
  }
  return total;
};
