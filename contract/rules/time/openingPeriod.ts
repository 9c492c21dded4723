import type { dateRanges } from '../../entities/user.ts';
import { addDays, type Day, defaultRange, type Period, periodAt } from './period.ts';

export type DefaultDateRange = (typeof dateRanges)[number];

/** The last `days` days, including today. */
const lastDays = (today: Day, days: number): Period => ({ mode: 'custom', start_date: addDays(today, 1 - days), end_date: today });

/** spec 3.03: the default date range in dashboard_settings as the period of a first load. The current month ends today, as in spec 3.02. */
export const periodOfDefault = (range: DefaultDateRange, today: Day): Period => {
  if (range === 'current_quarter') return periodAt('quarter', today);
  if (range === 'current_year') return periodAt('year', today);
  if (range === 'last_30_days') return lastDays(today, 30);
  if (range === 'last_90_days') return lastDays(today, 90);
  return { mode: 'month', ...defaultRange(today) };
};
