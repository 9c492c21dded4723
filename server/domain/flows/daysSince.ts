import { daysBetween } from '../../../contract/rules/time/period.ts';
import { todayIn } from '../shared/clock.ts';

/** Whole days of the company's calendar from an instant until now; 0 for a future instant. */
export const daysSince = (instant: string, now: Date, zone: string): number =>
  Math.max(0, daysBetween(todayIn(zone, new Date(instant)), todayIn(zone, now)));
