import { DAY, todayIn } from '../shared/clock.ts';

/** Whole days of the company's calendar from an instant until now; 0 for an instant to come. */
export const daysSince = (instant: string, now: Date, zone: string): number => {
  const [from, to] = [todayIn(zone, new Date(instant)), todayIn(zone, now)];
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY));
};
