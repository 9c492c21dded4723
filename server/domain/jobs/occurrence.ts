import { Cron } from 'croner';
import { plusMs } from '../shared/clock.ts';

/** A schedule: every N seconds, counted from the same instant on all instances, or a calendar pattern (cron's five fields). */
export type Timing = Readonly<{ everySeconds: number }> | Readonly<{ calendar: string }>;
/** `slot` names the occurrence, identically on every instance; `nextAt` is the following one. */
export type Occurrence = Readonly<{ slot: string; nextAt: Date }>;

/** True if the pattern occurs at most once a day; the day then names the occurrence. */
const isDaily = (pattern: string): boolean => /^\d+ \d+ /.test(pattern);

const localText = (at: Date, zone: string, daily: boolean): string => {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  return daily ? text.slice(0, 10) : text.replace(' ', 'T');
};

/**
 * The latest occurrence at or before `at`; earlier missed occurrences are skipped.
 * @returns null if the calendar has none
 * @throws for an invalid pattern or time zone
 */
export const occurrenceAt = (timing: Timing, zone: string, at: Date): Occurrence | null => {
  if ('everySeconds' in timing) {
    const every = timing.everySeconds * 1000;
    const startedAt = new Date(Math.floor(at.getTime() / every) * every);
    return { slot: startedAt.toISOString(), nextAt: plusMs(startedAt, every) };
  }
  const cron = new Cron(timing.calendar, { timezone: zone, paused: true });
  // An occurrence at this very instant counts as past.
  const [last] = cron.previousRuns(1, plusMs(at, 1000));
  const next = cron.nextRun(at);
  if (!last) return null;
  const slot = localText(last, zone, isDaily(timing.calendar));
  return { slot, nextAt: next ?? plusMs(at, 366 * 24 * 3_600_000) };
};
