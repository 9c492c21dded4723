import { Cron } from 'croner';
import { later } from '../shared/clock.ts';

/** When a schedule falls: every so many seconds, counted from one moment for all instances, or by a calendar pattern (cron's five fields). */
export type Timing = Readonly<{ everySeconds: number }> | Readonly<{ calendar: string }>;
/** `slot` names it, equally on every instance; `nextAt` is the one after. */
export type Occurrence = Readonly<{ slot: string; nextAt: Date }>;

/** Falls once a day at most, so that its day names it. */
const isDaily = (pattern: string): boolean => /^\d+ \d+ /.test(pattern);

const localText = (at: Date, zone: string, daily: boolean): string => {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  return daily ? text.slice(0, 10) : text.replace(' ', 'T');
};

/**
 * The newest time at or before `at` on which a schedule falls. Those that nobody was there for are not made up for one by one.
 * @returns null where a calendar has none
 * @throws where the pattern or the zone is not one
 */
export const occurrenceAt = (timing: Timing, zone: string, at: Date): Occurrence | null => {
  if ('everySeconds' in timing) {
    const every = timing.everySeconds * 1000;
    const begun = new Date(Math.floor(at.getTime() / every) * every);
    return { slot: begun.toISOString(), nextAt: later(begun, every) };
  }
  const cron = new Cron(timing.calendar, { timezone: zone, paused: true });
  // Its own moment counts as past.
  const [last] = cron.previousRuns(1, later(at, 1000));
  const next = cron.nextRun(at);
  if (!last) return null;
  const slot = localText(last, zone, isDaily(timing.calendar));
  return { slot, nextAt: next ?? later(at, 366 * 24 * 3_600_000) };
};
